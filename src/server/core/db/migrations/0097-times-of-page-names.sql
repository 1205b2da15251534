ALTER TABLE creators
  -- When the creator chose the present name of the page; null: never, or before this was kept.
  ADD COLUMN named_at timestamptz;
