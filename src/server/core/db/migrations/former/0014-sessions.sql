-- When each session was last used, and when its user last proved to the provider who they are.
ALTER TABLE sessions
  ADD COLUMN last_seen_at     timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET last_seen_at = updated_at, authenticated_at = created_at;

-- Tells all servers that a session has ended, so that they end its live streams at once. Expired
-- sessions are swept in bulk; servers notice those by themselves.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', json_build_object('uid', OLD.user_id, 'session', OLD.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_live AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION announce_session_end();
