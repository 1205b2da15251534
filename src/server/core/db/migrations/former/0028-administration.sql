-- What administrators do: who invited whom, the audit log, and indexes for their lists.
ALTER TABLE invites ADD COLUMN created_by text REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX invites_created_by ON invites (created_by) WHERE created_by IS NOT NULL;

CREATE INDEX users_newest ON users (created_at DESC, id DESC);
CREATE INDEX users_suspended ON users (created_at DESC, id DESC) WHERE suspended_at IS NOT NULL;
CREATE INDEX users_invited ON users (created_at DESC, id DESC) WHERE invited_at IS NOT NULL;
CREATE INDEX users_by_trigram ON users USING gin (lower(name || ' ' || email) gin_trgm_ops);

-- Names are kept as they were: the log outlives the accounts in it.
CREATE TABLE audit_log (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      timestamptz NOT NULL DEFAULT now(),
  -- Null: a command on the server.
  actor   text,
  event   text NOT NULL,
  -- What it was done to, such as a user's id.
  subject text
);
