-- Sizes in terms that can be compared: 'shoe38', 'women40', 'xl'; '?' where none is stated.
ALTER TABLE search.documents ADD COLUMN sizes text[] NOT NULL DEFAULT '{}';
CREATE INDEX documents_by_size ON search.documents USING gin (sizes) WITH (fastupdate = off);
