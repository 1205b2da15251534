-- Words are found despite typing errors (pg_trgm) and accents (unaccent).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
