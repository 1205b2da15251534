-- A takedown that fails is tried again after those that have not failed, and administrators are told.
ALTER TABLE takedowns
  ADD COLUMN failed_at timestamptz,
  ADD COLUMN failure text,
  -- The file name of a portrait that was cut from a withdrawn look, and that nothing else shows.
  ADD COLUMN portrait text;
