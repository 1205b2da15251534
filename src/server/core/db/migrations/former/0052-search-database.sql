-- Search documents may be copied to a database of their own. While a row says so, products whose documents
-- or vectors change are noted here, in the transaction that changes them, until the copy has followed.
CREATE TABLE search.destination (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Tells this catalogue from others, and from a restored backup.
  token     uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Searches read the copy from then on.
  filled_at timestamptz
);

CREATE TABLE search.outbox (
  change     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL,
  -- Changes of one part are applied one after another, by one server at a time.
  part       smallint NOT NULL GENERATED ALWAYS AS ((product_id % 16)::smallint) STORED,
  noted_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX outbox_by_part ON search.outbox (part, change);
CREATE INDEX outbox_by_product ON search.outbox (product_id);

CREATE FUNCTION search.note_changed_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search.destination) THEN
    INSERT INTO search.outbox (product_id) SELECT product_id FROM changed;
    IF FOUND THEN PERFORM pg_notify('search_outbox', ''); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_note_added AFTER INSERT ON search.documents
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_documents();
CREATE TRIGGER documents_note_changed AFTER UPDATE ON search.documents
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_documents();
CREATE TRIGGER documents_note_removed AFTER DELETE ON search.documents
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_documents();

-- Products that people added themselves have no row in the catalogue, and stay in this database.
CREATE FUNCTION search.note_changed_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search.destination) THEN
    INSERT INTO search.outbox (product_id)
    SELECT DISTINCT product.id FROM changed
    JOIN catalog.products product ON product.product_key =
      CASE WHEN changed.owner_uid IS NULL THEN changed.product_key::uuid END;
    IF FOUND THEN PERFORM pg_notify('search_outbox', ''); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER vectors_note_added AFTER INSERT ON model_vectors
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_vectors();
CREATE TRIGGER vectors_note_changed AFTER UPDATE ON model_vectors
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_vectors();
CREATE TRIGGER vectors_note_removed AFTER DELETE ON model_vectors
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_vectors();
