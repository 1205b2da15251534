-- Passkeys. While a user has any, `accounts` has one row for all of them, with the provider 'passkey'.
CREATE TABLE passkeys (
  -- Of the credential, in base64url.
  id           text PRIMARY KEY,
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  public_key   bytea NOT NULL,
  counter      bigint NOT NULL,
  transports   text[] NOT NULL,
  name         text NOT NULL,
  is_synced    boolean NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Challenges are signed, not stored. This one was answered, so it must not be answered again.
CREATE TABLE passkey_challenges_spent (
  challenge  text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_spent_ended ON passkey_challenges_spent (expires_at);
