ALTER TABLE drafts
  -- How often publishing it at its time was tried, and when it is tried again; null: at its time.
  ADD COLUMN publish_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN publish_retry_at timestamptz;
