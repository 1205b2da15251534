-- Lists of administrators stay quick with 100,000 users and notices.

-- The index of trigrams finds three characters and more, this one fewer.
CREATE FUNCTION letters_and_pairs(words text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN string_to_array(words, NULL) || ARRAY(SELECT one || next
    FROM unnest(string_to_array(words, NULL), string_to_array(substr(words, 2), NULL))
      AS pair(one, next)
    WHERE next IS NOT NULL);
CREATE INDEX users_by_letters ON users
  USING gin (letters_and_pairs(lower(name || ' ' || email)));

-- For the yearly report: counts, and the order in which the median is found.
ALTER TABLE notices
  ADD COLUMN year smallint
    GENERATED ALWAYS AS (extract(year FROM received_at AT TIME ZONE 'UTC')::smallint) STORED,
  ADD COLUMN hours real
    GENERATED ALWAYS AS ((extract(epoch FROM decided_at - received_at) / 3600)::real) STORED;
CREATE INDEX notices_by_hours ON notices (year, hours) WHERE hours IS NOT NULL;

CREATE TABLE notice_counts (
  year    smallint NOT NULL,
  kind    text NOT NULL,
  state   text NOT NULL,
  notices integer NOT NULL,
  PRIMARY KEY (year, kind, state)
);
INSERT INTO notice_counts SELECT year, kind, state, count(*) FROM notices GROUP BY year, kind, state;

CREATE FUNCTION count_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE public.notice_counts counted SET notices = counted.notices - gone.notices
    FROM (SELECT year, kind, state, count(*) AS notices FROM former GROUP BY 1, 2, 3) gone
    WHERE (counted.year, counted.kind, counted.state) = (gone.year, gone.kind, gone.state);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO public.notice_counts AS counted
    SELECT year, kind, state, count(*) FROM added GROUP BY 1, 2, 3
    ON CONFLICT (year, kind, state)
      DO UPDATE SET notices = counted.notices + excluded.notices;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notices_added AFTER INSERT ON notices
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_notices();
CREATE TRIGGER notices_changed AFTER UPDATE ON notices
  REFERENCING OLD TABLE AS former NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_notices();
CREATE TRIGGER notices_deleted AFTER DELETE ON notices
  REFERENCING OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION count_notices();

-- Every version since the last migration notes the count with each run.
UPDATE catalog.feed_runs run SET offers = (SELECT count(*) FROM catalog.offers
  WHERE offers.shop_id = run.shop_id AND shop_item_id IS NOT NULL
    AND availability IS DISTINCT FROM 'removed')
WHERE offers IS NULL
  AND id = (SELECT max(id) FROM catalog.feed_runs latest WHERE latest.shop_id = run.shop_id);
