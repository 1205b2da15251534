-- Kind and brand with everything else in one index, which joins them by itself: bitmaps of several
-- indexes take longer to join than the rest of a search.
DROP INDEX search.documents_by_terms, search.documents_by_size;
CREATE INDEX documents_by_terms ON search.documents
  USING gin ((ARRAY[kind]), (ARRAY[brand]), words, colors, patterns, materials, tags, sizes, conditions,
    shops, people)
  WITH (fastupdate = off);
