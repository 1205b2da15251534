ALTER TABLE drafts
  -- When it is published by itself, and in whose name; null: not scheduled.
  ADD COLUMN publish_at timestamptz,
  ADD COLUMN publish_by text REFERENCES users (id) ON DELETE SET NULL,
  -- Why that did not work the last time.
  ADD COLUMN publish_problem text,
  -- The name of the editor who handed it over; null: its own publisher added it.
  ADD COLUMN handed_by text;
CREATE INDEX drafts_scheduled ON drafts (publish_at) WHERE publish_at IS NOT NULL;
