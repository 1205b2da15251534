-- Work for separate vision processes: pixels in, boxes or vectors out. Pixels are private and go with
-- the answer. Unlogged: whoever asked does not survive a crash of the database either.
CREATE UNLOGGED TABLE vision_tasks (
  id           uuid PRIMARY KEY,
  -- Only a worker with the same weights may answer.
  models       text NOT NULL,
  task         jsonb NOT NULL,
  pixels       bytea NOT NULL CHECK (octet_length(pixels) <= 16777216),
  asked_at     timestamptz NOT NULL DEFAULT now(),
  -- Renewed by the worker; the work of one that dies can be taken again.
  leased_until timestamptz,
  attempts     integer NOT NULL DEFAULT 0,
  is_done      boolean NOT NULL DEFAULT false,
  output       jsonb,
  vectors      bytea,
  error        text
);
CREATE INDEX vision_tasks_open ON vision_tasks (models, asked_at) WHERE NOT is_done;

CREATE UNLOGGED TABLE vision_workers (
  id      uuid PRIMARY KEY,
  models  text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
