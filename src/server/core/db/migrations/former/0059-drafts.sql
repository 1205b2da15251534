-- Looks that are being prepared in the studio. A look is public exactly when it is in catalog.looks.
CREATE TABLE drafts (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- An upload of this user.
  photo        text NOT NULL,
  -- Of the file as it was sent: the same photo twice is one draft.
  photo_sha256 bytea NOT NULL,
  width        integer NOT NULL CHECK (width > 0),
  height       integer NOT NULL CHECK (height > 0),
  color        text NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
  -- What the publisher writes, and what the finder proposes for each object.
  content      jsonb NOT NULL,
  proposals    jsonb NOT NULL DEFAULT '{}',
  -- Grows with every save, so that a device does not overwrite what it has not seen.
  version      integer NOT NULL DEFAULT 1,
  scan         text NOT NULL DEFAULT 'scanning' CHECK (scan IN ('scanning', 'done', 'failed')),
  -- Of the look it was published as; the look is gone once it is withdrawn or removed.
  look_url     text,
  -- The file name of the portrait that was cut out of its photo.
  portrait     text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, photo_sha256)
);
CREATE INDEX drafts_of_user ON drafts (user_id, updated_at DESC, id DESC);
CREATE INDEX drafts_of_look ON drafts (look_url) WHERE look_url IS NOT NULL;

-- Objects in the photos of drafts. The same garment in several photos of a user has the same id.
CREATE TABLE draft_objects (
  draft_id   uuid NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
  item_id    text NOT NULL,
  garment    uuid NOT NULL,
  -- Signed.
  embedding  text NOT NULL,
  is_decided boolean NOT NULL DEFAULT false,
  PRIMARY KEY (draft_id, item_id)
);
CREATE INDEX draft_objects_by_garment ON draft_objects (garment);

-- Who published a look in the studio; null for looks of catalogue files.
ALTER TABLE catalog.looks
  ADD COLUMN published_by   text,
  ADD COLUMN published_role text CHECK (published_role IN ('creator', 'editor')),
  ADD COLUMN published_at   timestamptz;

-- A look that its publisher withdrew: removed like any other, but the same photo may come back.
ALTER TABLE takedowns ADD COLUMN is_withdrawal boolean NOT NULL DEFAULT false;
