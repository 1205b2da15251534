-- Scans without an account belong to whoever knows their id.
ALTER TABLE scans ALTER COLUMN user_id DROP NOT NULL;
