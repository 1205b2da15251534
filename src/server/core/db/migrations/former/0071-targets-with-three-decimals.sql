-- breaks earlier versions
-- As prices have them.
ALTER TABLE alerts ALTER COLUMN amount TYPE numeric;
