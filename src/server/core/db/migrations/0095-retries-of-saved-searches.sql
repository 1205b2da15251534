ALTER TABLE alerts
  -- Of a search that could not be compared: when it is tried again, and with which of catalog.events.
  ADD COLUMN retry_at timestamptz,
  ADD COLUMN retry_events bigint[] NOT NULL DEFAULT '{}';
CREATE INDEX alerts_to_retry ON alerts (retry_at) WHERE retry_at IS NOT NULL;
