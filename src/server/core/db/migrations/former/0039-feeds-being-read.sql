-- Until then some server or command reads the feed. Renewed while it does, so that one that died does
-- not keep the feed from being read.
ALTER TABLE catalog.feeds ADD COLUMN reading_until timestamptz;
