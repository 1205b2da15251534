-- breaks earlier versions
-- Version 0.1 read these. Its last readers cannot start since migration 0050, and every change of a
-- vector was still written twice for them. Rows of a person who was removed later stayed in them.
DROP TABLE products, celebrity_images, celebrities, catalog_words, catalog_totals, home_samples;
DROP TABLE product_vectors;
DROP FUNCTION look_at_changed_products, forget_removed_products,
  announce_vectors, copy_to_model_vectors, copy_removal_to_model_vectors;

CREATE OR REPLACE FUNCTION follow_changed_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN PERFORM pg_notify('vectors_changed', ''); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION follow_removed_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM former) THEN RETURN NULL; END IF;
  INSERT INTO forgotten_vectors (model_version, product_key)
    SELECT model_version, product_key FROM former
  ON CONFLICT (model_version, product_key) DO UPDATE
    SET changed_in = pg_current_xact_id(), forgotten_at = now();
  PERFORM pg_notify('vectors_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_vectors(product_keys text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM model_vectors WHERE product_key = ANY (product_keys);
$$;
