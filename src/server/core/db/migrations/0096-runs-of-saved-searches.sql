-- Changes that saved searches have yet to be compared with. One server at a time continues a run, a few
-- searches in each transaction, so that many or slow ones stop neither each other nor alerts on products.
CREATE TABLE alert_search_runs (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz NOT NULL DEFAULT now(),
  event_ids   bigint[] NOT NULL,
  -- The alert that was compared last; null: none yet.
  position    uuid,
  taken_until timestamptz
);
