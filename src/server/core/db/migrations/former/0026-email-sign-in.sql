-- Sign-in with a link or code sent by e-mail. The account's provider is 'email' and its id the address.
ALTER TABLE sessions DROP CONSTRAINT IF EXISTS sessions_provider_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_provider_known
  CHECK (provider IN ('google', 'facebook', 'oidc', 'email', 'passkey', 'invite'));

CREATE TABLE email_codes (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose         text NOT NULL CHECK (purpose IN ('sign-in', 'link', 'confirm')),
  email           text NOT NULL,
  -- Who links the address or confirms who they are; null for a sign-in.
  user_id         text REFERENCES users (id) ON DELETE CASCADE,
  code_hash       bytea NOT NULL,
  link_hash       bytea NOT NULL UNIQUE,
  -- Of the browser that asked.
  browser_hash    bytea NOT NULL,
  redirect        text,
  -- Counted apart, so that strangers who guess cannot use up the tries of the browser that asked.
  tries_here      integer NOT NULL DEFAULT 0,
  tries_elsewhere integer NOT NULL DEFAULT 0,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX email_codes_by_email ON email_codes (email, id DESC);
CREATE INDEX email_codes_ended ON email_codes (expires_at);
