-- Users who publish looks: a creator on a page of their own, an editor for anyone.
ALTER TABLE users ADD COLUMN publisher_role text CHECK (publisher_role IN ('creator', 'editor'));
CREATE INDEX users_publishers ON users (publisher_role, created_at DESC, id DESC)
  WHERE publisher_role IS NOT NULL;

-- The page of a creator: /creator/{name}.
CREATE TABLE creators (
  user_id      text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Lower-case letters, digits and hyphens.
  name         text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  display_name text NOT NULL,
  -- Whose looks these are; null before the first one is published.
  person_id    integer UNIQUE REFERENCES catalog.people (id) ON DELETE SET NULL,
  -- Markdown.
  about        text NOT NULL DEFAULT '',
  -- [{ "label": …, "url": … }]
  links        jsonb NOT NULL DEFAULT '[]'
);
