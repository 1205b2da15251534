-- Servers keep the facets of all products in memory, because counting a million rows takes PostgreSQL
-- seconds. They read again only what has changed, so changes and removals carry their transaction.
ALTER TABLE catalog.facets ADD COLUMN changed_in xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX facets_by_change ON catalog.facets (changed_in, product_id);

CREATE FUNCTION catalog.note_changed_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER facets_note_changed BEFORE UPDATE ON catalog.facets
  FOR EACH ROW EXECUTE FUNCTION catalog.note_changed_facets();

CREATE TABLE catalog.forgotten_facets (
  -- Null: of all products.
  product_id   bigint,
  changed_in   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  forgotten_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX forgotten_facets_by_change ON catalog.forgotten_facets (changed_in);

CREATE FUNCTION catalog.note_removed_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.forgotten_facets (product_id) SELECT product_id FROM former;
  RETURN NULL;
END $$;
CREATE TRIGGER facets_note_removed AFTER DELETE ON catalog.facets
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_removed_facets();

CREATE FUNCTION catalog.note_emptied_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.forgotten_facets (product_id) VALUES (NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER facets_note_emptied AFTER TRUNCATE ON catalog.facets
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_emptied_facets();

-- The words of a product are those of its worn items.
CREATE FUNCTION catalog.note_changed_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog.facets SET changed_in = pg_current_xact_id()
  FROM (SELECT DISTINCT product_id FROM changed) other
  WHERE facets.product_id = other.product_id;
  RETURN NULL;
END $$;
CREATE FUNCTION catalog.note_updated_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog.facets SET changed_in = pg_current_xact_id()
  FROM (
    SELECT unnest(ARRAY[changed.product_id, former.product_id]) AS product_id
    FROM changed JOIN former USING (id)
    WHERE (changed.product_id, changed.search) IS DISTINCT FROM (former.product_id, former.search)
  ) other
  WHERE facets.product_id = other.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER worn_items_words_added AFTER INSERT ON catalog.worn_items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_changed_words();
CREATE TRIGGER worn_items_words_changed AFTER UPDATE ON catalog.worn_items
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_updated_words();
CREATE TRIGGER worn_items_words_removed AFTER DELETE ON catalog.worn_items
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_changed_words();
