-- Keys of programs. Revoking one deletes its row, so it ends on every server with the next call.
CREATE TABLE api_keys (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: a key of the site, which outlives the administrator who made it.
  user_id      text REFERENCES users (id) ON DELETE CASCADE,
  name         text NOT NULL,
  -- The key itself is shown once and not stored.
  secret_hash  bytea NOT NULL UNIQUE,
  -- Its last characters, by which people tell keys apart.
  hint         text NOT NULL,
  -- Permissions, as calls name them.
  scopes       text[] NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_keys_of_user ON api_keys (user_id);
CREATE INDEX api_keys_ended ON api_keys (expires_at) WHERE expires_at IS NOT NULL;

-- Keys of the site act as 'key:ID' in the audit log.
CREATE OR REPLACE FUNCTION person_label(uid text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT name || CASE WHEN email LIKE '%@no-email.invalid' THEN '' ELSE coalesce(' <' || email || '>', '') END
    FROM users WHERE id = uid
  UNION ALL
  SELECT 'Site key ' || name FROM api_keys WHERE uid = 'key:' || id
$$;
