-- How each server fared, minute by minute, for the plots of the last day.
CREATE TABLE health_samples (
  server      text NOT NULL,
  at          timestamptz NOT NULL,
  requests    integer NOT NULL,
  failures    integer NOT NULL,
  refused     integer NOT NULL,
  scans       integer NOT NULL,
  -- Null without requests.
  p50_ms      real,
  p95_ms      real,
  lag_ms      real NOT NULL,
  memory_mb   real NOT NULL,
  connections integer NOT NULL,
  waiting     integer NOT NULL,
  PRIMARY KEY (server, at)
);
CREATE INDEX health_samples_at ON health_samples (at);
