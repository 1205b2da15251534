-- What products are filtered by, in the terms of the search vocabulary: one row for each product.
-- Apart from catalog.products, so that lists and counts read narrow rows.
CREATE TABLE catalog.facets (
  product_id  bigint PRIMARY KEY REFERENCES catalog.products (id) ON DELETE CASCADE,
  -- The version of the vocabulary it was described with; 0 if a source has changed since.
  vocabulary  integer NOT NULL,
  kind        text,
  -- Families; the main colour first.
  colors      text[] NOT NULL DEFAULT '{}',
  patterns    text[] NOT NULL DEFAULT '{}',
  materials   text[] NOT NULL DEFAULT '{}',
  brand       text,
  -- Of all its offers that can be bought, or of all if none can.
  shops       integer[] NOT NULL DEFAULT '{}',
  conditions  text[] NOT NULL DEFAULT '{}',
  is_in_stock boolean NOT NULL DEFAULT false,
  -- The lowest of these offers, and about the same in euros.
  amount      numeric(14, 2),
  currency    text,
  euros       real,
  -- A pseudo-random number that never changes, so that equals are not listed brand by brand.
  place       integer NOT NULL
);
CREATE INDEX facets_by_place ON catalog.facets (place, product_id);
CREATE INDEX facets_by_price ON catalog.facets (euros, product_id);
CREATE INDEX facets_by_kind ON catalog.facets (kind, place, product_id);
CREATE INDEX facets_by_kind_and_price ON catalog.facets (kind, euros, product_id);
CREATE INDEX facets_by_brand ON catalog.facets (brand, place, product_id);
CREATE INDEX facets_by_shop ON catalog.facets USING gin (shops);
CREATE INDEX facets_stale ON catalog.facets (product_id) WHERE vocabulary = 0;

-- A name as people type it: without accents and punctuation, '$' as s.
CREATE FUNCTION catalog.name_words(name text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN string_to_array(trim(regexp_replace(regexp_replace(
    replace(replace(catalog_fold(name), '$', 's'), '&', ' and '), '[''’`]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g')), ' ');
CREATE INDEX people_by_name_words ON catalog.people USING gin (catalog.name_words(name));
CREATE INDEX shops_by_name_words ON catalog.shops USING gin (catalog.name_words(name));

-- Every brand once, because a query may name one.
CREATE TABLE catalog.brands (
  name  text PRIMARY KEY,
  words text[] NOT NULL GENERATED ALWAYS AS (catalog.name_words(name)) STORED
);
CREATE INDEX brands_by_words ON catalog.brands USING gin (words);

-- Whoever changes a product, its offers or what is seen of it: the row is made again soon.
CREATE FUNCTION catalog.facets_are_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog.facets SET vocabulary = 0
  FROM (SELECT DISTINCT product_id FROM changed) other
  WHERE facets.product_id = other.product_id AND vocabulary <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION catalog.facets_of_products_are_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog.facets SET vocabulary = 0
  FROM changed JOIN former USING (id)
  WHERE facets.product_id = changed.id AND vocabulary <> 0
    AND (changed.title, changed.brand, changed.category, changed.kind, changed.colors,
        changed.pattern, changed.material) IS DISTINCT FROM
      (former.title, former.brand, former.category, former.kind, former.colors,
        former.pattern, former.material);
  RETURN NULL;
END $$;
CREATE TRIGGER products_facets AFTER UPDATE ON catalog.products
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.facets_of_products_are_stale();
CREATE TRIGGER offers_facets_added AFTER INSERT ON catalog.offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.facets_are_stale();
CREATE TRIGGER offers_facets_changed AFTER UPDATE ON catalog.offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.facets_are_stale();
CREATE TRIGGER offers_facets_removed AFTER DELETE ON catalog.offers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.facets_are_stale();
CREATE TRIGGER seen_facets_added AFTER INSERT ON catalog.seen_attributes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.facets_are_stale();
CREATE TRIGGER seen_facets_changed AFTER UPDATE ON catalog.seen_attributes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.facets_are_stale();
