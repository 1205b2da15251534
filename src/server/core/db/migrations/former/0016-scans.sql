-- Scans and their events, so that a scan can be followed and cancelled through any server. Kept for
-- minutes. Unlogged: a crash of the database ends the scans anyway.
CREATE UNLOGGED TABLE scans (
  id           uuid PRIMARY KEY,
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  started_at   timestamptz NOT NULL DEFAULT now(),
  -- Renewed every second by the server that runs it.
  alive_at     timestamptz NOT NULL DEFAULT now(),
  -- Renewed by readers on other servers: a scan that nobody reads is stopped.
  read_at      timestamptz,
  cancelled_at timestamptz,
  ended_at     timestamptz
);
CREATE INDEX scans_of_user ON scans (user_id, started_at);

CREATE UNLOGGED TABLE scan_events (
  scan_id uuid NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  seq     integer NOT NULL CHECK (seq BETWEEN 1 AND 1000),
  event   text NOT NULL CHECK (octet_length(event) <= 524288),
  PRIMARY KEY (scan_id, seq)
);
