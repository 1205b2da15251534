-- Files that administrators upload are imported once, or read as the feed of a shop (source 'upload:ID'):
-- then they stay as long as the shop is read from them.
ALTER TABLE catalog_imports ADD COLUMN is_feed boolean NOT NULL DEFAULT false;
