-- Finds products by colour, pattern, material or condition without reading every row; together with
-- the indexes by kind and brand also by several of them.
CREATE INDEX facets_by_words ON catalog.facets USING gin (colors, patterns, materials, conditions);
