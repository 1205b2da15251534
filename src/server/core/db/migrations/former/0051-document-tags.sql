-- What else a product is found by: sizes, departments, cuts and occasions.
ALTER TABLE search.documents ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
DROP INDEX search.documents_by_terms;
CREATE INDEX documents_by_terms ON search.documents
  USING gin (words, colors, patterns, materials, tags, conditions, shops, people)
  WITH (fastupdate = off);

-- Descriptions and sleeves count too.
CREATE OR REPLACE FUNCTION search.note_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id)
    SELECT changed.id FROM changed JOIN former USING (id)
    WHERE (to_jsonb(changed) - '{gtin,mpn,described_by,fit}'::text[])
      <> (to_jsonb(former) - '{gtin,mpn,described_by,fit}'::text[]);
  RETURN NULL;
END $$;
