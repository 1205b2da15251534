-- Catalogue files that administrators upload. Any server may import one, so what is known of it is here
-- and its parts are in the storage.
CREATE TABLE catalog_imports (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL,
  bytes      bigint NOT NULL,
  -- Whether what is not in the file is removed.
  replaces   boolean NOT NULL,
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  state      text NOT NULL DEFAULT 'uploading'
    CHECK (state IN ('uploading', 'running', 'done', 'refused', 'failed')),
  -- Renewed by the server that imports it.
  alive_at   timestamptz NOT NULL DEFAULT now(),
  step       text NOT NULL DEFAULT '',
  rows       integer NOT NULL DEFAULT 0,
  added      integer NOT NULL DEFAULT 0,
  changed    integer NOT NULL DEFAULT 0,
  removed    integer NOT NULL DEFAULT 0,
  errors     integer NOT NULL DEFAULT 0,
  warnings   integer NOT NULL DEFAULT 0,
  -- The first ones.
  problems   jsonb NOT NULL DEFAULT '[]'
);

-- Administrators page through failed jobs, which are few among many.
CREATE INDEX jobs_failed ON jobs (queue, key) WHERE failed_at IS NOT NULL;
