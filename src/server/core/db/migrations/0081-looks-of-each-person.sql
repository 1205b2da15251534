-- A picture of several people is a look of each. Until now it belonged to the first one named, and the
-- others had products without a look.
CREATE FUNCTION catalog.picture_of(look_url text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(look_url, '#person-\d+$', '');
CREATE INDEX looks_of_picture ON catalog.looks (catalog.picture_of(url));

CREATE TEMPORARY TABLE shared_looks ON COMMIT DROP AS
  SELECT DISTINCT look.id AS look_id, worn.person_id, look.url || '#person-' || worn.person_id AS url
  FROM catalog.worn_items worn JOIN catalog.looks look ON look.id = worn.look_id
  WHERE worn.person_id <> look.person_id;

INSERT INTO catalog.looks (url, person_id, width, height, color, source, credit, licence, taken_on,
    published_by, published_role, published_at, added_at)
  SELECT shared.url, shared.person_id, width, height, color, source, credit, licence, taken_on,
    published_by, published_role, published_at, added_at
  FROM shared_looks shared JOIN catalog.looks look ON look.id = shared.look_id
  ON CONFLICT (url) DO NOTHING;

-- The key of a row of a file contains the address of its look.
UPDATE catalog.worn_items worn SET look_id = look.id,
    row_key = CASE WHEN said_by = 'catalogue' THEN md5(look.url || E'\n'
      || coalesce(worn.row_says ->> 'name', product.title) || E'\n' || coalesce(offer.url, ''))::uuid
      ELSE worn.row_key END
  FROM shared_looks shared JOIN catalog.looks look ON look.url = shared.url,
    catalog.products product LEFT JOIN catalog.offers offer ON offer.product_id = product.id
  WHERE worn.look_id = shared.look_id AND worn.person_id = shared.person_id
    AND product.id = worn.product_id AND offer.id IS NOT DISTINCT FROM worn.offer_id;

UPDATE catalog.looks look SET product_count = counted.products,
    first_product_name = counted.first_name
  FROM (
    SELECT stored.id, count(DISTINCT worn.product_id)::int AS products, coalesce(catalog.first_stated(
      coalesce(worn.row_says ->> 'name', product.title) ORDER BY worn.id), '') AS first_name
    FROM catalog.looks stored
    LEFT JOIN catalog.worn_items worn ON worn.look_id = stored.id
    LEFT JOIN catalog.products product ON product.id = worn.product_id
    WHERE stored.url IN (SELECT url FROM shared_looks)
      OR stored.id IN (SELECT look_id FROM shared_looks)
    GROUP BY stored.id) counted
  WHERE look.id = counted.id;
UPDATE catalog.people person SET look_count = counted.looks
  FROM (SELECT person_id, count(*)::int AS looks FROM catalog.looks
    WHERE person_id IN (SELECT person_id FROM shared_looks) GROUP BY 1) counted
  WHERE person.id = counted.person_id;
UPDATE catalog.totals SET looks = (SELECT coalesce(sum(look_count), 0) FROM catalog.people);
