-- breaks earlier versions
-- Search documents replace the facets, and servers no longer keep a copy of them in memory.
DROP TRIGGER products_facets ON catalog.products;
DROP TRIGGER offers_facets_added ON catalog.offers;
DROP TRIGGER offers_facets_changed ON catalog.offers;
DROP TRIGGER offers_facets_removed ON catalog.offers;
DROP TRIGGER seen_facets_added ON catalog.seen_attributes;
DROP TRIGGER seen_facets_changed ON catalog.seen_attributes;
DROP TRIGGER worn_items_words_added ON catalog.worn_items;
DROP TRIGGER worn_items_words_changed ON catalog.worn_items;
DROP TRIGGER worn_items_words_removed ON catalog.worn_items;
DROP TABLE catalog.facets, catalog.forgotten_facets;
DROP FUNCTION catalog.facets_are_stale, catalog.facets_of_products_are_stale,
  catalog.note_changed_facets, catalog.note_removed_facets, catalog.note_emptied_facets,
  catalog.note_changed_words, catalog.note_updated_words;
