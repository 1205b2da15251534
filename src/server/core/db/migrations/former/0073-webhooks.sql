-- Webhooks: what happens in the catalogue, in scans and with notices is queued by triggers, in the
-- transaction in which it happens, and sent by jobs of the queue 'webhook', one per webhook.
CREATE TABLE webhooks (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url             text NOT NULL,
  -- Signs messages; encrypted with AUTH_SECRET.
  secret          text NOT NULL,
  events          text[] NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- Failed attempts since a message last arrived, and until when no other is made.
  failures        integer NOT NULL DEFAULT 0,
  paused_until    timestamptz,
  disabled_at     timestamptz,
  disabled_reason text,
  -- Events that were dropped because too many waited.
  missed          bigint NOT NULL DEFAULT 0
);

CREATE TABLE webhook_deliveries (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  -- The same in every attempt, by which receivers tell repetitions.
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind       text NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  data       jsonb NOT NULL,
  attempts   integer NOT NULL DEFAULT 0,
  -- Null: delivered or given up.
  due_at     timestamptz DEFAULT now(),
  tried_at   timestamptz,
  delivered  boolean NOT NULL DEFAULT false,
  status     integer,
  reply      text
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (at);

-- Queues events for the webhooks that ask for them. A receiver that is down must not fill the disk, so
-- a webhook has at most 10,000 messages waiting, and the rest is counted as missed.
CREATE FUNCTION queue_webhooks(kinds text[], moments timestamptz[], datas jsonb[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  WITH wanted AS (
    SELECT webhooks.id AS webhook_id, event.kind, event.at, event.data,
      row_number() OVER (PARTITION BY webhooks.id ORDER BY event.place)
        + (SELECT count(*) FROM webhook_deliveries waiting
            WHERE waiting.webhook_id = webhooks.id AND waiting.due_at IS NOT NULL) AS place
    FROM unnest(kinds, moments, datas) WITH ORDINALITY AS event(kind, at, data, place)
    JOIN webhooks ON disabled_at IS NULL AND event.kind = ANY (events)
  ), missed AS (
    UPDATE webhooks SET missed = missed + beyond.events
      FROM (SELECT webhook_id, count(*) AS events FROM wanted WHERE place > 10000 GROUP BY 1) beyond
      WHERE webhooks.id = beyond.webhook_id
  )
  INSERT INTO webhook_deliveries (webhook_id, kind, at, data)
    SELECT webhook_id, kind, at, data FROM wanted WHERE place <= 10000 ORDER BY webhook_id, place;
  IF FOUND THEN
    PERFORM ask_for_jobs('webhook', array_agg(id::text)) FROM webhooks
      WHERE disabled_at IS NULL AND events && kinds;
  END IF;
END $$;

CREATE FUNCTION has_webhooks(kinds text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhooks WHERE disabled_at IS NULL AND events && kinds)
$$;

CREATE FUNCTION queue_catalogue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_webhooks((SELECT array_agg(DISTINCT kind) FROM added)) THEN
    PERFORM queue_webhooks(array_agg(added.kind ORDER BY added.id), array_agg(added.at ORDER BY added.id),
        array_agg(jsonb_strip_nulls(added.detail || jsonb_build_object(
          'product_id', added.product_id::text, 'offer_id', added.offer_id::text,
          'title', product.title)) ORDER BY added.id))
      FROM added LEFT JOIN catalog.products product ON product.id = added.product_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER events_queue_webhooks AFTER INSERT ON catalog.events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_catalogue_webhooks();

-- Nothing that the sender wrote: it may be about a person, and receivers are other companies.
CREATE FUNCTION queue_notice_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhooks(ARRAY['notice-received'], ARRAY[NEW.received_at], ARRAY[
    jsonb_build_object('notice_id', NEW.id::text, 'reference', NEW.reference, 'kind', NEW.kind)]);
  RETURN NULL;
END $$;
CREATE TRIGGER notices_queue_webhooks AFTER INSERT ON notices
  FOR EACH ROW EXECUTE FUNCTION queue_notice_webhooks();

-- Neither its id, by which anyone could follow it, nor what was seen in a private photo.
CREATE FUNCTION queue_scan_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_webhooks('{scan-finished}') THEN
    PERFORM queue_webhooks(ARRAY['scan-finished'], ARRAY[NEW.ended_at], ARRAY[jsonb_build_object(
        'outcome', CASE WHEN NEW.cancelled_at IS NOT NULL THEN 'cancelled'
          WHEN count(*) FILTER (WHERE said.event::jsonb ->> 'type' = 'done') > 0 THEN 'done' ELSE 'failed' END,
        'objects', coalesce(sum(jsonb_array_length(said.event::jsonb -> 'detections'))
          FILTER (WHERE said.event::jsonb ->> 'type' = 'detections'), 0),
        'seconds', round(extract(epoch FROM NEW.ended_at - NEW.started_at), 1),
        'is_visitor', NEW.user_id IS NULL)])
      FROM scan_events said WHERE said.scan_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER scans_queue_webhooks AFTER UPDATE OF ended_at ON scans
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION queue_scan_webhooks();
