-- What administrators see and are told: names in the audit log, the state of each server, of mail and
-- of the digest.

-- Names are kept as they were: the log outlives the accounts in it.
ALTER TABLE audit_log
  ADD COLUMN actor_name   text,
  -- What the subject is called: a person, an address, the name of a file.
  ADD COLUMN subject_name text,
  -- What changed, such as the old and the new role.
  ADD COLUMN detail       text;

CREATE FUNCTION person_label(uid text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT name || CASE WHEN email LIKE '%@no-email.invalid' THEN '' ELSE coalesce(' <' || email || '>', '') END
    FROM users WHERE id = uid
$$;

-- A trigger, because entries are also written inside other statements, such as a role that an OpenID
-- provider decides.
CREATE FUNCTION name_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  number bigint := CASE WHEN NEW.subject ~ '^\d{1,18}$' THEN NEW.subject::bigint END;
BEGIN
  NEW.actor_name := coalesce(NEW.actor_name, person_label(NEW.actor));
  IF NEW.subject_name IS NULL THEN
    NEW.subject_name := CASE
      WHEN NEW.event IN ('invitation-created', 'invitation-revoked')
        THEN (SELECT email FROM invites WHERE id = number)
      WHEN NEW.event = 'invitation-declined' THEN (SELECT email FROM invite_requests WHERE id = number)
      WHEN NEW.event = 'notice-declined' THEN (SELECT 'Notice ' || reference FROM notices WHERE id = number)
      WHEN NEW.event LIKE 'content-%' THEN (SELECT title FROM takedowns WHERE id = number)
      WHEN NEW.event LIKE '%import%' THEN (SELECT name FROM catalog_imports WHERE id = number)
      ELSE person_label(NEW.subject)
    END;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER name_audit_entry BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION name_audit_entry();

-- Earlier entries, as far as their people still have accounts. What was called an import may have been
-- refused.
UPDATE audit_log SET actor_name = person_label(actor), subject_name = person_label(subject);
UPDATE audit_log SET event = 'import-started' WHERE event = 'catalogue-imported';

-- Null from servers of the previous version.
ALTER TABLE health_samples
  ADD COLUMN version         text,
  -- Why the server was not quite ready.
  ADD COLUMN problem         text,
  ADD COLUMN disk_free_bytes bigint,
  ADD COLUMN disk_size_bytes bigint,
  -- The server ended as it was asked to. Without this, one that no longer notes anything is down.
  ADD COLUMN is_stopped      boolean NOT NULL DEFAULT false;

-- One row, for all servers together.
CREATE TABLE mail_state (
  is_only   boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sent_at   timestamptz,
  failed_at timestamptz,
  reason    text
);
INSERT INTO mail_state DEFAULT VALUES;

-- What administrators were last told by e-mail. Whoever moves a time forward sends it.
CREATE TABLE admin_mails (
  kind    text PRIMARY KEY CHECK (kind IN ('digest', 'serious')),
  sent_at timestamptz NOT NULL DEFAULT '-infinity',
  content text NOT NULL DEFAULT ''
);
INSERT INTO admin_mails (kind) VALUES ('digest'), ('serious');
