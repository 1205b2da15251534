-- Vectors by product and model: a new model is indexed next to the old one, which keeps serving.
CREATE TABLE model_vectors (
  model_version text NOT NULL,
  product_key   text NOT NULL,
  vector        real[] NOT NULL,
  category      text NOT NULL,
  price         double precision,
  -- Only its owner finds a product that a user added.
  owner_uid     text,
  -- A sequence would lose changes: a lower number may become visible after a higher one was read. A
  -- reader compares transactions with the snapshot of its last read instead.
  changed_in    xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (model_version, product_key)
);

-- Deleted vectors, so that a server which missed the notification learns of them. Swept after a day.
CREATE TABLE forgotten_vectors (
  model_version text NOT NULL,
  product_key   text NOT NULL,
  changed_in    xid8 NOT NULL DEFAULT pg_current_xact_id(),
  forgotten_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (model_version, product_key)
);

INSERT INTO model_vectors (model_version, product_key, vector, category, price, owner_uid)
  SELECT model_version, product_key, vector, category, price, owner_uid FROM product_vectors
  ORDER BY model_version, product_key;

CREATE INDEX model_vectors_of_product ON model_vectors (product_key);
CREATE INDEX model_vectors_filtered ON model_vectors (model_version, category, price);
CREATE INDEX model_vectors_changed ON model_vectors (model_version, changed_in, product_key);
CREATE INDEX forgotten_vectors_changed ON forgotten_vectors (model_version, changed_in, product_key);
CREATE INDEX forgotten_vectors_by_age ON forgotten_vectors (forgotten_at);

-- The models that servers use. Work is queued for each; a model that nobody uses is swept.
CREATE TABLE vector_models (
  version      text PRIMARY KEY,
  -- Thresholds for similarities, which a server with another model needs to serve these vectors. Null
  -- for a model of the previous version of the server, which does not register it.
  calibration  jsonb,
  seen_at      timestamptz NOT NULL DEFAULT now(),
  -- When every product first had a vector of this model.
  completed_at timestamptz
);
INSERT INTO vector_models (version) SELECT DISTINCT model_version FROM product_vectors;

CREATE FUNCTION stamp_changed_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER model_vectors_stamp BEFORE UPDATE ON model_vectors
  FOR EACH ROW EXECUTE FUNCTION stamp_changed_vector();

-- The previous version of the server reads and writes product_vectors, one row per product. Both
-- tables follow each other until that version is retired. The new table never replaces a row of
-- another model there, because that model is still being served from it.
CREATE FUNCTION copy_to_model_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Statement triggers also run for no rows, and these two would call each other forever.
  IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
  INSERT INTO model_vectors (model_version, product_key, vector, category, price, owner_uid)
    SELECT model_version, product_key, vector, category, price, owner_uid FROM changed
  ON CONFLICT (model_version, product_key) DO UPDATE
    SET vector = excluded.vector, category = excluded.category, price = excluded.price,
      owner_uid = excluded.owner_uid
    WHERE (model_vectors.vector, model_vectors.category, model_vectors.price,
        model_vectors.owner_uid) IS DISTINCT FROM
      (excluded.vector, excluded.category, excluded.price, excluded.owner_uid);
  -- Not in every statement: writers would wait for each other's lock on the row.
  INSERT INTO vector_models (version) SELECT DISTINCT model_version FROM changed
    WHERE NOT EXISTS (SELECT FROM vector_models
      WHERE version = model_version AND seen_at > now() - interval '1 hour')
  ON CONFLICT (version) DO UPDATE SET seen_at = now();
  RETURN NULL;
END $$;

CREATE FUNCTION follow_changed_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
  PERFORM pg_notify('vectors_changed', '');
  INSERT INTO product_vectors (product_key, vector, category, price, owner_uid, model_version)
    SELECT DISTINCT ON (product_key) product_key, vector, category, price, owner_uid, model_version
      FROM changed ORDER BY product_key, model_version
  ON CONFLICT (product_key) DO UPDATE
    SET vector = excluded.vector, category = excluded.category, price = excluded.price,
      owner_uid = excluded.owner_uid
    WHERE product_vectors.model_version = excluded.model_version
      AND (product_vectors.vector, product_vectors.category, product_vectors.price,
        product_vectors.owner_uid) IS DISTINCT FROM
      (excluded.vector, excluded.category, excluded.price, excluded.owner_uid);
  RETURN NULL;
END $$;

CREATE FUNCTION copy_removal_to_model_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM former) THEN RETURN NULL; END IF;
  DELETE FROM model_vectors USING former
    WHERE model_vectors.product_key = former.product_key
      AND model_vectors.model_version = former.model_version;
  RETURN NULL;
END $$;

CREATE FUNCTION follow_removed_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM former) THEN RETURN NULL; END IF;
  INSERT INTO forgotten_vectors (model_version, product_key)
    SELECT model_version, product_key FROM former
  ON CONFLICT (model_version, product_key) DO UPDATE
    SET changed_in = pg_current_xact_id(), forgotten_at = now();
  PERFORM pg_notify('vectors_changed', '');
  DELETE FROM product_vectors USING former
    WHERE product_vectors.product_key = former.product_key
      AND product_vectors.model_version = former.model_version;
  RETURN NULL;
END $$;

CREATE TRIGGER product_vectors_copy_new AFTER INSERT ON product_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION copy_to_model_vectors();
CREATE TRIGGER product_vectors_copy_changed AFTER UPDATE ON product_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION copy_to_model_vectors();
CREATE TRIGGER product_vectors_copy_removed AFTER DELETE ON product_vectors
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION copy_removal_to_model_vectors();
CREATE TRIGGER model_vectors_follow_new AFTER INSERT ON model_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_changed_vectors();
CREATE TRIGGER model_vectors_follow_changed AFTER UPDATE ON model_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_changed_vectors();
CREATE TRIGGER model_vectors_follow_removed AFTER DELETE ON model_vectors
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION follow_removed_vectors();

-- The vectors of removed products, of every model.
CREATE FUNCTION forget_vectors(product_keys text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM model_vectors WHERE product_key = ANY (product_keys);
  DELETE FROM product_vectors WHERE product_key = ANY (product_keys);
$$;

CREATE OR REPLACE FUNCTION forget_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_vectors(array_agg(DISTINCT product_key::text)) FROM former
    WHERE NOT EXISTS (SELECT FROM products WHERE products.product_key = former.product_key)
    HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_vectors(array_agg(user_product_key(user_id, detection_id))) FROM former
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
