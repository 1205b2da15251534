-- When a look came into the catalogue: feeds and followers see the newest first.
ALTER TABLE catalog.looks ADD COLUMN added_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX looks_newest ON catalog.looks (added_at DESC, id DESC);
CREATE INDEX looks_newest_of_person ON catalog.looks (person_id, added_at DESC, id DESC);
