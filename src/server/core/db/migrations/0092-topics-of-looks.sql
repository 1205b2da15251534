-- What looks have in common: tags, events and shows. Rows stay when no look has them any more, because a
-- withdrawn look may come back.
CREATE TABLE catalog.topics (
  id       integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind     text NOT NULL CHECK (kind IN ('tag', 'event', 'show')),
  name     text NOT NULL,
  -- The folded name.
  name_key text NOT NULL,
  UNIQUE (kind, name_key)
);

ALTER TABLE catalog.looks
  -- Ids of topics in the order of the publisher; null or empty: none.
  ADD COLUMN topics integer[],
  -- Of the show.
  ADD COLUMN season integer,
  ADD COLUMN episode integer,
  -- What accepted suggestions changed: [{on, from, to}], `to` null if the item was removed.
  ADD COLUMN corrections jsonb;
CREATE INDEX looks_of_topic ON catalog.looks USING gin (topics);

-- What the publisher says about the item: worn size, discount code, source.
ALTER TABLE catalog.worn_items ADD COLUMN details jsonb;
