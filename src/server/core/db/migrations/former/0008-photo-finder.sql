-- What the photo finder remembers.

-- 'Not this': a product that a person has sent away, and what the thing in the photo looked like, so
-- that the same mistake is not made on the next photo of it while the product may still match others.
CREATE TABLE rejected_matches (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id        text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  product_id     text NOT NULL,
  -- Vectors of different embedders cannot be compared.
  vector_version text NOT NULL,
  vector         real[] NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX rejected_matches_of_user ON rejected_matches (user_id, vector_version, id DESC);

-- Calls made to providers that bill for each, by day (UTC): '' counts all of them, a user's id theirs.
CREATE TABLE remote_search_calls (
  day    date NOT NULL,
  caller text NOT NULL,
  calls  integer NOT NULL,
  PRIMARY KEY (day, caller)
);

-- Pictures of remote results: the image proxy may fetch these besides the catalogue's.
CREATE TABLE remote_pictures (
  url     text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX remote_pictures_by_age ON remote_pictures (seen_at);
