-- Work in the background, taken by any number of servers with SKIP LOCKED. A taken job is put off by
-- its lease: the work of a server that dies becomes due again by itself.
CREATE TABLE jobs (
  queue      text NOT NULL,
  key        text NOT NULL,
  due_at     timestamptz NOT NULL DEFAULT now(),
  attempts   integer NOT NULL DEFAULT 0,
  -- Raised when the same work is asked for again: what changed while it ran is not lost.
  revision   bigint NOT NULL DEFAULT 0,
  last_error text,
  -- Set when it has failed too often; asking for it again starts afresh.
  failed_at  timestamptz,
  PRIMARY KEY (queue, key)
);
CREATE INDEX jobs_due ON jobs (queue, due_at, key) WHERE failed_at IS NULL;

CREATE FUNCTION ask_for_jobs(job_queue text, job_keys text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO jobs (queue, key) SELECT DISTINCT job_queue, unnest(job_keys)
  ON CONFLICT (queue, key) DO UPDATE
    SET due_at = now(), attempts = 0, failed_at = NULL, revision = jobs.revision + 1;
  SELECT pg_notify('jobs', job_queue);
$$;

-- What a product looks like. A key is a catalogue product's, or names a product somebody added.
CREATE TABLE product_vectors (
  product_key   text PRIMARY KEY,
  vector        real[] NOT NULL,
  category      text NOT NULL,
  price         double precision,
  -- Only its owner finds a product somebody added.
  owner_uid     text,
  model_version text NOT NULL
);
CREATE INDEX product_vectors_filtered ON product_vectors (model_version, category, price);

-- Servers keep these vectors in memory where the database has no index for them. The keys travel in
-- chunks, since a notification holds at most 8000 bytes.
CREATE FUNCTION announce_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('product_vectors', json_agg(product_key)::text)
    FROM (SELECT product_key, row_number() OVER () / 20 AS chunk FROM changed) numbered
    GROUP BY chunk;
  RETURN NULL;
END $$;

CREATE TRIGGER product_vectors_inserted AFTER INSERT ON product_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_vectors();
CREATE TRIGGER product_vectors_updated AFTER UPDATE ON product_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_vectors();
CREATE TRIGGER product_vectors_deleted AFTER DELETE ON product_vectors
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_vectors();

-- Every new or changed catalogue product is looked at within seconds; an import is one statement.
CREATE FUNCTION look_at_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ask_for_jobs('product-vector', array_agg(DISTINCT product_key::text)) FROM changed
    HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION look_at_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ask_for_jobs('product-vector', array_agg(DISTINCT changed.product_key::text))
    FROM changed JOIN former USING (id)
    WHERE (changed.product_key, changed.product_image, changed.box, changed.category,
        changed.price_amount, changed.celebrity_image_id) IS DISTINCT FROM
      (former.product_key, former.product_image, former.box, former.category,
        former.price_amount, former.celebrity_image_id)
    HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION forget_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_vectors USING (SELECT DISTINCT product_key FROM former) gone
    WHERE product_vectors.product_key = gone.product_key::text
      AND NOT EXISTS (SELECT FROM products WHERE products.product_key = gone.product_key);
  RETURN NULL;
END $$;

CREATE TRIGGER products_look_at_new AFTER INSERT ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION look_at_new_products();
CREATE TRIGGER products_look_at_changed AFTER UPDATE ON products
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION look_at_changed_products();
CREATE TRIGGER products_forget_removed AFTER DELETE ON products
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION forget_removed_products();

-- A product somebody added is looked at too. Its key has a name of its own, and its owner finds it.
CREATE FUNCTION user_product_key(user_id text, detection_id text) RETURNS text
  LANGUAGE sql IMMUTABLE RETURN 'user:' || user_id || ':' || detection_id;

CREATE FUNCTION look_at_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ask_for_jobs('product-vector', array_agg(user_product_key(user_id, detection_id)))
    FROM changed WHERE type = 'my_product' HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION forget_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_vectors USING former
    WHERE product_key = user_product_key(former.user_id, former.detection_id);
  RETURN NULL;
END $$;

CREATE TRIGGER user_products_look_at_new AFTER INSERT ON user_products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION look_at_added_products();
CREATE TRIGGER user_products_look_at_changed AFTER UPDATE ON user_products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION look_at_added_products();
CREATE TRIGGER user_products_forget_removed AFTER DELETE ON user_products
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION forget_added_products();
