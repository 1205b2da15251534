-- Names that people of the catalogue had before. Addresses, files and follows with such a name still
-- mean the person.
CREATE TABLE catalog.former_names (
  -- Of the former name; nobody else can have it.
  name_key  text PRIMARY KEY,
  name      text NOT NULL,
  person_id integer NOT NULL REFERENCES catalog.people (id) ON DELETE CASCADE
);
CREATE INDEX former_names_of_person ON catalog.former_names (person_id);

-- Whether the creator chose the name of the page; otherwise it has the display name of the account until
-- something is published.
ALTER TABLE creators ADD COLUMN is_named boolean NOT NULL DEFAULT false;

-- Addresses that the pages of creators had before.
CREATE TABLE former_creator_names (
  name    text PRIMARY KEY,
  user_id text NOT NULL REFERENCES creators (user_id) ON DELETE CASCADE
);
CREATE INDEX former_creator_names_of_user ON former_creator_names (user_id);
