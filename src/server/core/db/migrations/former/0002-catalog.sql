-- The catalogue (spec section 3): celebrities, their images, and the products in them.
-- Every list the visitor pages through has an index in exactly its order, and every number shown
-- beside a list is a stored counter, so that a page costs the same with a million products.

CREATE TEXT SEARCH CONFIGURATION catalog_words (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION catalog_words
  ALTER MAPPING FOR word, numword, hword, numhword, hword_part, hword_numpart
  WITH unaccent, simple;

-- unaccent() is only STABLE because its dictionary could be swapped; ours is named, so this may be indexed.
CREATE FUNCTION catalog_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(unaccent('unaccent'::regdictionary, value));

CREATE TABLE celebrities (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name          text NOT NULL UNIQUE,
  image         text NOT NULL,
  style_type    text NOT NULL CHECK (style_type IN ('celebrity', 'creator')),
  home_rank     integer,
  image_count   integer NOT NULL DEFAULT 0,
  product_count integer NOT NULL DEFAULT 0,
  folded_name   text NOT NULL GENERATED ALWAYS AS (catalog_fold(name)) STORED
);
CREATE INDEX celebrities_by_name ON celebrities (folded_name, id);
CREATE INDEX celebrities_by_style ON celebrities (style_type, folded_name, id);
CREATE INDEX celebrities_by_image ON celebrities (image);
CREATE INDEX celebrities_home ON celebrities (home_rank) WHERE home_rank IS NOT NULL;
CREATE INDEX celebrities_by_trigram ON celebrities USING gin (folded_name gin_trgm_ops);

CREATE TABLE celebrity_images (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url                text NOT NULL UNIQUE,
  celebrity_id       integer NOT NULL REFERENCES celebrities (id),
  width              integer CHECK (width > 0),
  height             integer CHECK (height > 0),
  color              text CHECK (color ~ '^#[0-9a-f]{6}$'),
  product_count      integer NOT NULL DEFAULT 0,
  first_product_name text NOT NULL DEFAULT '',
  -- A random-looking place that never changes: seeded orders are made by walking ranges of it.
  shuffle            integer NOT NULL GENERATED ALWAYS AS (hashtext(url) & 2147483647) STORED
);
CREATE INDEX celebrity_images_shuffled ON celebrity_images (shuffle, id);
CREATE INDEX celebrity_images_of_celebrity ON celebrity_images (celebrity_id, shuffle, id);

CREATE TABLE products (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A row of a file is the same product again when image, name and website are the same.
  row_key            uuid NOT NULL UNIQUE,
  celebrity_image_id bigint NOT NULL REFERENCES celebrity_images (id),
  celebrity_id       integer NOT NULL REFERENCES celebrities (id),
  name               text NOT NULL,
  price              text NOT NULL,
  price_amount       numeric(14, 2),
  currency           text,
  website            text NOT NULL,
  category           text,
  brand              text,
  product_image      text,
  -- x, y, width and height as fractions of the celebrity image.
  box                real[] CHECK (cardinality(box) = 4),
  -- Equal for the same product in different images: 'also worn by'.
  product_key        uuid NOT NULL,
  shuffle            integer NOT NULL GENERATED ALWAYS AS (hashtext(row_key::text) & 2147483647) STORED,
  search             tsvector NOT NULL
);
CREATE INDEX products_of_image ON products (celebrity_image_id, id);
CREATE INDEX products_shuffled ON products (shuffle, id);
CREATE INDEX products_of_celebrity ON products (celebrity_id, shuffle, id);
CREATE INDEX products_by_key ON products (product_key, id);
CREATE INDEX products_by_picture ON products USING hash (product_image) WHERE product_image IS NOT NULL;
CREATE INDEX products_by_words ON products USING gin (search);

-- The vocabulary of the products. Typing errors are mended against it, which stays small,
-- instead of against every product name.
CREATE TABLE catalog_words (
  word text PRIMARY KEY,
  stem text NOT NULL,
  uses integer NOT NULL
);
CREATE INDEX catalog_words_by_stem ON catalog_words (stem, uses DESC);
CREATE INDEX catalog_words_by_prefix ON catalog_words (word text_pattern_ops);
CREATE INDEX catalog_words_by_trigram ON catalog_words USING gin (word gin_trgm_ops);

-- One row. `version` changes with every import.
CREATE TABLE catalog_totals (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  celebrities integer NOT NULL DEFAULT 0,
  creators    integer NOT NULL DEFAULT 0,
  images      integer NOT NULL DEFAULT 0,
  products    integer NOT NULL DEFAULT 0,
  version     integer NOT NULL DEFAULT 0
);
INSERT INTO catalog_totals DEFAULT VALUES;
