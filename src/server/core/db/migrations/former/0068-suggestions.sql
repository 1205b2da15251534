-- What visitors say about worn items. Nothing of it is public: an editor decides.
CREATE TABLE suggestions (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  worn_id    bigint NOT NULL REFERENCES catalog.worn_items (id) ON DELETE CASCADE,
  -- 'not-it': another thing, nobody knows which. 'other': this thing instead.
  kind       text NOT NULL CHECK (kind IN ('not-it', 'other')),
  link       text,
  note       text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX suggestions_of_item ON suggestions (worn_id);
