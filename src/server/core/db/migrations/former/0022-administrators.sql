-- Administrators, suspended users, and the links that make somebody an administrator.
ALTER TABLE users
  ADD COLUMN is_admin     boolean NOT NULL DEFAULT false,
  -- A suspended user has no sessions and cannot begin one.
  ADD COLUMN suspended_at timestamptz;
CREATE INDEX users_admins ON users (id) WHERE is_admin;

CREATE TABLE setup_links (
  secret_hash bytea PRIMARY KEY,
  expires_at  timestamptz NOT NULL,
  -- Made by a command: it also works when there is an administrator.
  is_extra    boolean NOT NULL
);
