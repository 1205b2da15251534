-- People, how they sign in, their sessions, and the invitations that let them in.
-- The first four tables are what better-auth 1.7.7 expects; the version is pinned because they change.

CREATE TABLE users (
  id             text PRIMARY KEY,
  name           text NOT NULL,
  -- Lower case. Where a provider gives none it is one under .invalid, which is never shown.
  email          text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  -- Where the provider keeps the picture; what is shown is our own copy in user_pictures.
  image          text,
  is_invite_user boolean NOT NULL DEFAULT false,
  -- When an invite code was redeemed; null: the person may not add products.
  invited_at     timestamptz,
  last_login_at  timestamptz,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE accounts (
  id                       text PRIMARY KEY,
  account_id               text NOT NULL,
  provider_id              text NOT NULL,
  user_id                  text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Encrypted.
  access_token             text,
  refresh_token            text,
  -- Only ever needed while signing in, so nothing may keep it.
  id_token                 text CHECK (id_token IS NULL),
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text CHECK (password IS NULL),
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id),
  UNIQUE (user_id, provider_id)
);

CREATE TABLE sessions (
  id              text PRIMARY KEY,
  token           text NOT NULL UNIQUE,
  user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- google, facebook or invite: how this session began.
  provider        text NOT NULL CHECK (provider IN ('google', 'facebook', 'invite')),
  expires_at      timestamptz NOT NULL,
  -- Null for provider users, whose sessions slide. An invite session can never outlive its day.
  hard_expires_at timestamptz,
  ip_address      text,
  user_agent      text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CHECK (expires_at <= hard_expires_at),
  CHECK (provider <> 'invite' OR hard_expires_at IS NOT NULL)
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_ended ON sessions (expires_at);

-- The states of sign-ins under way.
CREATE TABLE verifications (
  id         text PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_by_identifier ON verifications (identifier);
CREATE INDEX verifications_ended ON verifications (expires_at);

CREATE TABLE user_pictures (
  user_id    text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  content    bytea NOT NULL,
  media_type text NOT NULL,
  version    text NOT NULL
);

-- Codes of six characters and reference links: neither can be read back from what is stored.
CREATE TABLE invites (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text NOT NULL CHECK (kind IN ('code', 'ref')),
  secret_hash bytea NOT NULL UNIQUE,
  email       text,
  name        text,
  phone       text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  used_by     text REFERENCES users (id) ON DELETE SET NULL,
  revoked_at  timestamptz,
  CHECK (kind = 'code' OR email IS NOT NULL)
);
CREATE INDEX invites_used_by ON invites (used_by) WHERE used_by IS NOT NULL;

-- One-time keys of people whose account an invitation made.
CREATE TABLE sign_in_keys (
  key_hash   bytea PRIMARY KEY,
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_keys_of_user ON sign_in_keys (user_id);
