-- Whichever server or command made them: scheduled backups take turns by it, and it tells how old the
-- last good one is.
CREATE TABLE backup_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it runs, or for ever if it was interrupted.
  ended_at timestamptz,
  -- Null if it is good.
  problem text
);
