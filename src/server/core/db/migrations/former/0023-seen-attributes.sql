-- What the models see in a product's picture. Apart from what sources state, so that neither ever
-- overwrites the other: a statement counts first. Nulls are 'not sure'. Replaces products.seen, which
-- nothing wrote; a later release drops it.
CREATE TABLE catalog.seen_attributes (
  product_id bigint PRIMARY KEY REFERENCES catalog.products (id) ON DELETE CASCADE,
  -- Which models looked.
  models     text NOT NULL,
  category   text,
  kind       text,
  type       text,
  colors     text[],
  pattern    text,
  material   text,
  seen_at    timestamptz NOT NULL DEFAULT now()
);
