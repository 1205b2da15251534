-- Alerts on products and on saved searches, of users and of e-mail addresses.

CREATE TABLE alert_subscribers (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id     text UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- Of somebody without an account, in lower case.
  email       text UNIQUE,
  wants_mail  boolean NOT NULL DEFAULT true,
  -- When the last digest was sent; the next one is a day later at the earliest.
  digest_at   timestamptz,
  -- Names the next e-mail: one that is sent again after a failure is the same message.
  delivery_id uuid NOT NULL DEFAULT gen_random_uuid(),
  used_at     timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(user_id, email) = 1)
);
CREATE INDEX alert_subscribers_unused ON alert_subscribers (used_at) WHERE email IS NOT NULL;

CREATE TABLE alerts (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subscriber_id uuid NOT NULL REFERENCES alert_subscribers (id) ON DELETE CASCADE,
  -- Not a reference: a product may come back after its removal was undone.
  product_id    bigint,
  -- The filters as the address of the list has them.
  search        jsonb,
  kind          text NOT NULL CHECK (kind IN ('below', 'drop', 'stock', 'new')),
  -- The target, or the price that the percentage counts from; amounts of other currencies are not compared.
  amount        numeric(14, 2),
  currency      text,
  percent       smallint,
  size          text,
  is_immediate  boolean NOT NULL DEFAULT false,
  -- Of a product: whether the last comparison found what is waited for. It fires when this becomes true.
  is_met        boolean NOT NULL DEFAULT false,
  -- Null until the link in the e-mail was followed.
  confirmed_at  timestamptz,
  -- When its product was removed.
  ended_at      timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(product_id, search) = 1)
);
CREATE INDEX alerts_of_subscriber ON alerts (subscriber_id, created_at);
CREATE INDEX alerts_of_product ON alerts (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX alerts_of_searches ON alerts (id) WHERE search IS NOT NULL;
CREATE INDEX alerts_unconfirmed ON alerts (created_at) WHERE confirmed_at IS NULL;

-- What alerts have found, and what was compared.
CREATE TABLE alert_matches (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id   uuid NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  product_id bigint NOT NULL,
  finding    jsonb NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  mailed_at  timestamptz
);
-- One e-mail names a product once for each alert, however often its price has moved.
CREATE UNIQUE INDEX alert_matches_pending ON alert_matches (alert_id, product_id)
  WHERE mailed_at IS NULL;
CREATE INDEX alert_matches_by_time ON alert_matches (at);

CREATE TABLE push_devices (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subscriber_id uuid NOT NULL REFERENCES alert_subscribers (id) ON DELETE CASCADE,
  endpoint      text NOT NULL UNIQUE,
  public_key    text NOT NULL,
  auth_secret   text NOT NULL,
  -- The last match that it was told of.
  last_match_id bigint NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_devices_of_subscriber ON push_devices (subscriber_id);

-- What has to be compared again: rows are added by whoever changes the catalogue and deleted by whoever
-- compares, in the same transaction as what it finds. With an event for searches, without for products.
CREATE TABLE alert_changes (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL,
  event_id   bigint
);

CREATE FUNCTION note_alerts_of_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.alert_changes (product_id)
    SELECT DISTINCT alerts.product_id FROM public.alerts JOIN changed USING (product_id);
  RETURN NULL;
END $$;
-- Alerts follow the last offer of a product to the one it became part of.
CREATE FUNCTION note_alerts_of_changed_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.alerts SET product_id = changed.product_id
  FROM former JOIN changed ON changed.id = former.id
  WHERE alerts.product_id = former.product_id AND former.product_id <> changed.product_id
    AND NOT EXISTS (SELECT FROM catalog.offers WHERE offers.product_id = former.product_id);
  INSERT INTO public.alert_changes (product_id)
    SELECT alerts.product_id FROM public.alerts JOIN changed USING (product_id)
    UNION SELECT alerts.product_id FROM public.alerts JOIN former USING (product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER offers_alerts_added AFTER INSERT ON catalog.offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_offers();
CREATE TRIGGER offers_alerts_changed AFTER UPDATE ON catalog.offers
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_changed_offers();
CREATE TRIGGER offers_alerts_removed AFTER DELETE ON catalog.offers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_offers();

CREATE FUNCTION note_alerts_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.alerts SET ended_at = CASE WHEN TG_OP = 'DELETE' THEN now() END
  FROM changed WHERE alerts.product_id = changed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER products_alerts_removed AFTER DELETE ON catalog.products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_products();
CREATE TRIGGER products_alerts_restored AFTER INSERT ON catalog.products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_products();

CREATE FUNCTION note_alerts_of_searches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.alerts WHERE search IS NOT NULL AND confirmed_at IS NOT NULL) THEN
    INSERT INTO public.alert_changes (product_id, event_id)
      SELECT product_id, id FROM changed
      WHERE kind IN ('product-added', 'price-changed', 'back-in-stock');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER events_alerts AFTER INSERT ON catalog.events
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_searches();
