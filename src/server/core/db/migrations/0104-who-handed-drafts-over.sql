ALTER TABLE drafts
  -- The editor who handed it over; null: its own publisher added it, or the editor's account is deleted.
  -- `handed_by` was a copy of the name. It stays empty, and only earlier versions read it.
  ADD COLUMN handed_from text REFERENCES users (id) ON DELETE SET NULL;
UPDATE drafts SET handed_by = NULL, handed_from =
  (SELECT min(id) FROM users WHERE name = handed_by HAVING count(*) = 1)
WHERE handed_by IS NOT NULL;
