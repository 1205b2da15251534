-- Servers keep in memory whether a product can be bought and the words of its title, which come from
-- offers and products. A second change before the facets were described again was not noted, and they
-- went on with what the first one had left.
CREATE OR REPLACE FUNCTION catalog.facets_are_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog.facets SET vocabulary = 0
  FROM (SELECT DISTINCT product_id FROM changed) other
  WHERE facets.product_id = other.product_id
    AND (vocabulary <> 0 OR changed_in <> pg_current_xact_id());
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION catalog.facets_of_products_are_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog.facets SET vocabulary = 0
  FROM changed JOIN former USING (id)
  WHERE facets.product_id = changed.id
    AND (vocabulary <> 0 OR changed_in <> pg_current_xact_id())
    AND (changed.title, changed.brand, changed.category, changed.kind, changed.colors,
        changed.pattern, changed.material, changed.worn_count = 0) IS DISTINCT FROM
      (former.title, former.brand, former.category, former.kind, former.colors,
        former.pattern, former.material, former.worn_count = 0);
  RETURN NULL;
END $$;
