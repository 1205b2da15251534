-- Whom users follow, and when they last looked at what is new.
CREATE TABLE follows (
  user_id     text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  person_id   integer NOT NULL REFERENCES catalog.people (id) ON DELETE CASCADE,
  followed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, person_id)
);
CREATE TABLE following_visits (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);
