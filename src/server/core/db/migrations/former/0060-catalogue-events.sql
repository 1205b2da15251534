-- What happened to products, offers and looks, written in the transaction that changes them, whoever
-- does it; swept after 30 days. Ids are not in the order of commits: a reader that remembers the last id
-- misses events, so readers keep a queue of their own, filled by a trigger on this table.
CREATE TABLE catalog.events (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT now(),
  kind       text NOT NULL CHECK (kind IN ('product-added', 'price-changed', 'sold-out', 'back-in-stock',
    'product-removed', 'look-published', 'look-withdrawn')),
  -- The rows may be gone by now. Null for looks, whose id is in `detail`.
  product_id bigint,
  offer_id   bigint,
  -- former_amount, former_currency, amount, currency; size, if only that one changed; merged_into.
  detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX events_by_time ON catalog.events (at);

-- Null: unknown. That is so where the shop does not say, and where it can only be ordered in advance.
CREATE FUNCTION catalog.is_in_stock(availability text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN availability = 'in_stock' THEN true
    WHEN availability IN ('out_of_stock', 'removed') THEN false END;

CREATE FUNCTION catalog.note_changed_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.events (kind, product_id, offer_id, detail)
  SELECT event.kind, event.product_id, changed.id, jsonb_strip_nulls(event.detail)
  FROM former JOIN changed ON changed.id = former.id
  CROSS JOIN LATERAL (
    SELECT 'price-changed' AS kind, changed.product_id, jsonb_build_object(
        'former_amount', former.price_amount, 'former_currency', former.currency,
        'amount', changed.price_amount, 'currency', changed.currency) AS detail
      WHERE changed.price_amount IS NOT NULL
        AND (former.price_amount, former.currency) IS DISTINCT FROM
          (changed.price_amount, changed.currency)
    UNION ALL
    SELECT CASE WHEN catalog.is_in_stock(changed.availability) THEN 'back-in-stock' ELSE 'sold-out' END,
        changed.product_id,
        jsonb_build_object('amount', changed.price_amount, 'currency', changed.currency)
      WHERE catalog.is_in_stock(changed.availability) AND NOT catalog.is_in_stock(former.availability)
        OR NOT catalog.is_in_stock(changed.availability)
          AND catalog.is_in_stock(former.availability) IS NOT FALSE
    UNION ALL
    -- Sizes that have nothing in common are written in another way; none of them came or went.
    SELECT CASE WHEN one.size = ANY (changed.sizes) THEN 'back-in-stock' ELSE 'sold-out' END,
        changed.product_id, jsonb_build_object('size', one.size,
          'amount', changed.price_amount, 'currency', changed.currency)
      FROM unnest(changed.sizes || former.sizes) AS one(size)
      WHERE catalog.is_in_stock(changed.availability) AND catalog.is_in_stock(former.availability)
        AND changed.sizes && former.sizes
        AND (one.size = ANY (changed.sizes)) <> (one.size = ANY (former.sizes))
    UNION ALL
    SELECT 'product-removed', former.product_id,
        jsonb_build_object('merged_into', changed.product_id)
      WHERE former.product_id <> changed.product_id AND NOT EXISTS
        (SELECT FROM catalog.offers WHERE offers.product_id = former.product_id)
  ) event
  WHERE (former.price_amount, former.currency, former.availability, former.sizes, former.product_id)
    IS DISTINCT FROM
      (changed.price_amount, changed.currency, changed.availability, changed.sizes, changed.product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER offers_note_events AFTER UPDATE ON catalog.offers
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_changed_offers();

-- A whole catalogue at once is no news, and a row for each product would slow its import.
CREATE FUNCTION catalog.note_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.events (kind, product_id)
    SELECT 'product-added', id FROM changed WHERE (SELECT count(*) FROM changed) <= 10000;
  RETURN NULL;
END $$;
CREATE TRIGGER products_note_added AFTER INSERT ON catalog.products
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_added_products();

CREATE FUNCTION catalog.note_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.events (kind, product_id) SELECT 'product-removed', id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER products_note_removed AFTER DELETE ON catalog.products
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_removed_products();
