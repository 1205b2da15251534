-- What a search needs to know of a product, and what its card shows: one row for each product, read
-- without any other table, so that it can also stand on another database.
CREATE SCHEMA search;

CREATE TABLE search.documents (
  product_id  bigint PRIMARY KEY REFERENCES catalog.products (id) ON DELETE CASCADE,
  -- Also the key of its vectors.
  product_key uuid NOT NULL,
  -- The version of the vocabulary that described it.
  vocabulary  integer NOT NULL,
  -- In the terms of the vocabulary.
  kind        text,
  -- In the terms of the detector, stated or seen.
  object_kind text,
  category    text,
  -- Families; the main colour first.
  colors      text[] NOT NULL,
  patterns    text[] NOT NULL,
  materials   text[] NOT NULL,
  departments text[] NOT NULL DEFAULT '{}',
  brand       text,
  -- Of all its offers that can be bought, or of all if none can.
  shops       integer[] NOT NULL,
  conditions  text[] NOT NULL,
  -- Who wears it.
  people      integer[] NOT NULL,
  is_in_stock boolean NOT NULL,
  is_buyable  boolean NOT NULL,
  -- The lowest of these offers, and about the same in euros.
  amount      numeric(14, 2),
  currency    text,
  euros       real,
  -- Of titles and brands, without positions.
  words       tsvector NOT NULL,
  -- A pseudo-random number that never changes, so that equals are not listed brand by brand.
  place       integer NOT NULL,
  -- One for each person who wears it, the first of all first; if nobody does, the product's own.
  cards       jsonb NOT NULL
);
CREATE UNIQUE INDEX documents_by_key ON search.documents (product_key);
CREATE INDEX documents_by_place ON search.documents (place, product_id);
CREATE INDEX documents_by_price ON search.documents (euros, product_id);
CREATE INDEX documents_by_kind ON search.documents (kind, place, product_id);
CREATE INDEX documents_by_kind_and_price ON search.documents (kind, euros, product_id);
CREATE INDEX documents_by_brand ON search.documents (brand, place, product_id);
CREATE INDEX documents_by_terms ON search.documents
  USING gin (words, colors, patterns, materials, departments, conditions, shops, people)
  WITH (fastupdate = off);

-- Products whose documents must be written again. Rows are only added, so that writers of the same
-- product do not wait for each other.
CREATE TABLE search.changes (
  product_id bigint,
  id         bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (product_id, id)
);

-- One row: the vocabulary that every document has at least; 0 until every product has a document.
CREATE TABLE search.state (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  vocabulary integer NOT NULL
);
INSERT INTO search.state (vocabulary)
  SELECT CASE WHEN EXISTS (SELECT FROM catalog.products) THEN 0 ELSE 1 END;

CREATE FUNCTION search.note_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id) SELECT id FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION search.note_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id)
    SELECT changed.id FROM changed JOIN former USING (id)
    WHERE (to_jsonb(changed) - '{description,gtin,mpn,described_by,sleeve,fit}'::text[])
      <> (to_jsonb(former) - '{description,gtin,mpn,described_by,sleeve,fit}'::text[]);
  RETURN NULL;
END $$;
CREATE FUNCTION search.note_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id) SELECT DISTINCT product_id FROM changed;
  RETURN NULL;
END $$;
-- A part may also move to another product.
CREATE FUNCTION search.note_changed_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id)
    SELECT product_id FROM changed UNION SELECT product_id FROM former;
  RETURN NULL;
END $$;

CREATE TRIGGER products_document_added AFTER INSERT ON catalog.products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_products();
CREATE TRIGGER products_document_changed AFTER UPDATE ON catalog.products
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_products();
CREATE TRIGGER offers_document_added AFTER INSERT ON catalog.offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();
CREATE TRIGGER offers_document_changed AFTER UPDATE ON catalog.offers
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_parts();
CREATE TRIGGER offers_document_removed AFTER DELETE ON catalog.offers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();
CREATE TRIGGER worn_items_document_added AFTER INSERT ON catalog.worn_items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();
CREATE TRIGGER worn_items_document_changed AFTER UPDATE ON catalog.worn_items
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_parts();
CREATE TRIGGER worn_items_document_removed AFTER DELETE ON catalog.worn_items
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();
CREATE TRIGGER seen_document_added AFTER INSERT ON catalog.seen_attributes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();
CREATE TRIGGER seen_document_changed AFTER UPDATE ON catalog.seen_attributes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();
