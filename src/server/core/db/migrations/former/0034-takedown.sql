-- Notices about illegal content (DSA Article 16, DMCA section 512(c)), and what was removed.
CREATE TABLE notices (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the sender is told to mention.
  reference   text NOT NULL UNIQUE,
  received_at timestamptz NOT NULL DEFAULT now(),
  kind        text NOT NULL CHECK (kind IN ('copyright', 'trademark', 'privacy', 'child-abuse', 'other')),
  -- The address on this site.
  address     text NOT NULL,
  explanation text NOT NULL,
  -- Only about copyright.
  work        text,
  signature   text,
  -- Nobody has to say who they are to report the abuse of a child.
  name        text,
  email       text,
  contact     text,
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'removed', 'declined', 'restored')),
  decided_at  timestamptz,
  reason      text
);
CREATE INDEX notices_by_state ON notices (state, id DESC);
CREATE INDEX notices_by_time ON notices (received_at);

CREATE TABLE takedowns (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('look', 'picture', 'product')),
  -- The URL of the picture, or the product's id.
  subject        text NOT NULL,
  -- What an administrator recognises it by.
  title          text NOT NULL,
  notice_id      bigint REFERENCES notices (id),
  reason         text NOT NULL,
  removed_at     timestamptz NOT NULL DEFAULT now(),
  -- Null: a command.
  removed_by     text,
  -- Null while the catalogue or the stored files still have it: an import runs, or the store is down.
  applied_at     timestamptz,
  purged_at      timestamptz,
  restored_at    timestamptz,
  restored_by    text,
  restore_reason text
);
CREATE INDEX takedowns_pending ON takedowns (id)
  WHERE restored_at IS NULL AND (applied_at IS NULL OR purged_at IS NULL);
CREATE INDEX takedowns_of_notice ON takedowns (notice_id) WHERE notice_id IS NOT NULL;

-- Pictures that are not shown, imported or uploaded while the takedown is in force.
CREATE TABLE takedown_pictures (
  takedown_id bigint NOT NULL REFERENCES takedowns (id),
  url         text NOT NULL,
  -- Null if the picture could not be read.
  sha256      bytea,
  -- Mean colours of 32 x 32 parts: it recognises the picture after it was resized or cropped.
  grid        bytea,
  aspect      real,
  PRIMARY KEY (takedown_id, url)
);
CREATE INDEX takedown_pictures_by_url ON takedown_pictures USING hash (url);

-- Everything that identifies a removed product: GTIN, MPN, the shop's id, the address with the name.
CREATE TABLE takedown_identities (
  identity    uuid NOT NULL,
  takedown_id bigint NOT NULL REFERENCES takedowns (id),
  PRIMARY KEY (identity, takedown_id)
);

-- The removed rows, so that they can be restored as they were.
CREATE TABLE takedown_rows (
  place       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  takedown_id bigint NOT NULL REFERENCES takedowns (id),
  relation    text NOT NULL,
  -- Of a product or worn item: its addresses answer that it is gone.
  row_id      bigint,
  row         jsonb NOT NULL
);
CREATE INDEX takedown_rows_of_takedown ON takedown_rows (takedown_id, place);
CREATE INDEX takedown_rows_by_id ON takedown_rows (row_id) WHERE row_id IS NOT NULL;

-- Each of the keys that catalog.key_of_product may choose from, and the row's own.
CREATE FUNCTION catalog.identities_of(gtin text, brand text, mpn text, shop_id integer,
    shop_item_id text, url text, title text, row_key uuid) RETURNS uuid[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_remove(ARRAY[
    md5(E'gtin\n' || gtin)::uuid,
    md5(E'mpn\n' || lower(brand) || E'\n' || lower(mpn))::uuid,
    md5(E'shop\n' || shop_id || E'\n' || shop_item_id)::uuid,
    CASE WHEN url <> '' THEN md5(lower(title) || E'\n' || url)::uuid END,
    row_key], NULL);
