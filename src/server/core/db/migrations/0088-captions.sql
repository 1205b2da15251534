ALTER TABLE catalog.looks
  -- Plain text of its publisher.
  ADD COLUMN caption text,
  -- What its publisher got for it; null or empty: nothing.
  ADD COLUMN disclosures text[];
