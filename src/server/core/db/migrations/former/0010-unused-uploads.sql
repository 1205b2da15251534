-- An upload outlives its owner's account until its file is deleted too: without the row nobody
-- would know of a file that could not be deleted at once.
ALTER TABLE uploads
  ALTER COLUMN user_id DROP NOT NULL,
  DROP CONSTRAINT uploads_user_id_fkey,
  ADD FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX uploads_by_age ON uploads (created_at);
