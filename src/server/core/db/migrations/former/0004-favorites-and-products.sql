-- What a person saves and adds. Both lists are live: every change raises the person's version and
-- notifies all servers, whichever of them, or whichever tool, made it.

-- Spec section 4: a favorite is keyed by the product's name.
CREATE TABLE saved_products (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       text NOT NULL,
  -- 'detection' where the heart was on a detection, whose record is in user_products.
  type       text NOT NULL CHECK (type IN ('product', 'detection')),
  -- A display copy: the catalogue may drop a product that somebody has saved.
  product    jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, name)
);
CREATE INDEX saved_products_newest ON saved_products (user_id, created_at DESC, name);

-- The stored detection record of spec section 3, and the products added by hand.
CREATE TABLE user_products (
  user_id            text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  detection_id       text NOT NULL,
  name               text NOT NULL,
  image_url          text,
  thumbnail          text,
  price              text,
  currency           text NOT NULL,
  category           text,
  type               text NOT NULL,
  confidence         double precision NOT NULL,
  bbox               jsonb,
  product_id         text,
  seller             text,
  product_link       text,
  rating             double precision,
  reviews            double precision,
  offers_link        text,
  delivery           text,
  durability         text,
  thumbnail_video    text,
  source             text,
  is_liked           boolean NOT NULL DEFAULT false,
  original_image_url text,
  created_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, detection_id)
);
CREATE INDEX user_products_newest ON user_products (user_id, created_at DESC, detection_id);

-- Pictures a person uploaded, so that deleting the account can find the files.
CREATE TABLE uploads (
  key        text PRIMARY KEY,
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX uploads_of_user ON uploads (user_id);

CREATE TABLE live_versions (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version bigint NOT NULL
);

CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner text := COALESCE(NEW.user_id, OLD.user_id);
  raised bigint;
BEGIN
  -- No row for an account that is being deleted: there is nobody left to tell.
  INSERT INTO live_versions (user_id, version)
    SELECT id, 1 FROM users WHERE id = owner
    ON CONFLICT (user_id) DO UPDATE SET version = live_versions.version + 1
    RETURNING version INTO raised;
  IF raised IS NOT NULL THEN
    PERFORM pg_notify('live', json_build_object('uid', owner, 'list', TG_ARGV[0], 'version', raised)::text);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER saved_products_live AFTER INSERT OR UPDATE OR DELETE ON saved_products
  FOR EACH ROW EXECUTE FUNCTION announce_change('saved-products');
CREATE TRIGGER user_products_live AFTER INSERT OR UPDATE OR DELETE ON user_products
  FOR EACH ROW EXECUTE FUNCTION announce_change('my-products');
