ALTER TABLE alerts
  -- Whose new looks are waited for; neither a product nor a search then. Not a reference: a person may come
  -- back after a removal was undone.
  ADD COLUMN person_id integer,
  DROP CONSTRAINT alerts_check;
CREATE INDEX alerts_of_person ON alerts (person_id) WHERE person_id IS NOT NULL;

-- Somebody with neither account nor address is known by a browser that gets notifications.
ALTER TABLE alert_subscribers DROP CONSTRAINT alert_subscribers_check;

-- A new look of a person whom an alert is on.
CREATE TABLE alert_looks (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id  uuid NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  -- Not a reference: a look that is withdrawn and published again is not told twice.
  look_id   bigint NOT NULL,
  at        timestamptz NOT NULL DEFAULT now(),
  mailed_at timestamptz,
  UNIQUE (alert_id, look_id)
);
CREATE INDEX alert_looks_by_time ON alert_looks (at);
-- The last of them that this browser was told of. All who add looks take the catalogue's lock, so a lower
-- id is never committed later.
ALTER TABLE push_devices ADD COLUMN last_look_id bigint NOT NULL DEFAULT 0;

-- A file may bring thousands of looks of a person: an email lists 30 of them, so no more are noted.
CREATE FUNCTION note_alerts_of_looks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subscribers text[];
BEGIN
  IF NOT EXISTS (SELECT FROM public.alerts WHERE person_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  WITH ranked AS (
    SELECT id, person_id, added_at,
      row_number() OVER (PARTITION BY person_id ORDER BY added_at DESC, id DESC) AS place
    FROM added
  ), noted AS (
    INSERT INTO public.alert_looks (alert_id, look_id)
    SELECT alerts.id, look.id FROM ranked look JOIN public.alerts USING (person_id)
    WHERE place <= 30 AND confirmed_at IS NOT NULL AND look.added_at >= confirmed_at
    ON CONFLICT DO NOTHING RETURNING alert_id
  )
  SELECT array_agg(DISTINCT subscriber_id::text) INTO subscribers
  FROM noted JOIN public.alerts ON alerts.id = alert_id;
  IF subscribers IS NOT NULL THEN
    PERFORM ask_for_jobs('alert-mail', subscribers);
    PERFORM ask_for_jobs('alert-push', array_agg(device.id::text)) FROM public.push_devices device
      WHERE subscriber_id = ANY (subscribers::uuid[]) HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER looks_alerts AFTER INSERT ON catalog.looks
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_looks();
