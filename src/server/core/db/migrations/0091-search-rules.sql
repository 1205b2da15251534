-- Words of the operator's own, folded. With a meaning, a search for the word is one for its meaning; without
-- one, it is a word that exists and is never corrected.
CREATE TABLE search_words (
  word    text PRIMARY KEY CHECK (length(word) BETWEEN 1 AND 100),
  meaning text CHECK (length(meaning) BETWEEN 1 AND 100)
);

-- Products that the operator lists above the results of a search, by its folded words. Without a foreign
-- key: a product that is removed and restored, or read again, is pinned again.
CREATE TABLE search_pins (
  query       text NOT NULL CHECK (length(query) BETWEEN 1 AND 100),
  product_key uuid NOT NULL,
  pinned_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (query, product_key)
);

-- How often a search found nothing or was corrected on a day, and nothing about who searched.
CREATE TABLE search_misses (
  day      date NOT NULL,
  query    text NOT NULL CHECK (length(query) BETWEEN 1 AND 100),
  -- The query as it was read instead; empty: nothing was found.
  read_as  text NOT NULL CHECK (length(read_as) <= 250),
  searches integer NOT NULL,
  PRIMARY KEY (day, query, read_as)
);
