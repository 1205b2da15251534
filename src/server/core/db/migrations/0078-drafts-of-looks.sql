ALTER TABLE catalog.looks
  -- The draft it was published from; null for looks of catalogue files, and where it is not certain.
  ADD COLUMN draft_id uuid,
  -- When it was last published with changes or corrected; null: never.
  ADD COLUMN changed_at timestamptz;
CREATE INDEX looks_of_draft ON catalog.looks (draft_id) WHERE draft_id IS NOT NULL;

-- The name that the publisher gave to an object drawn by hand.
ALTER TABLE catalog.worn_items ADD COLUMN label text;

-- What the draft said when it was last published; null if an earlier version published it.
ALTER TABLE drafts ADD COLUMN published_content jsonb;

-- Drafts know their current looks. Earlier versions also published copies of looks that were removed and
-- restored later. Such a look belongs to a draft if nothing but that draft of its publisher has its size
-- and colour.
CREATE TEMPORARY TABLE known_drafts ON COMMIT DROP AS
  SELECT id, user_id, width, height, color, look_url,
    count(*) OVER (PARTITION BY user_id, width, height, color) = 1 AS is_only
  FROM drafts;

UPDATE catalog.looks look SET draft_id = draft.id
  FROM known_drafts draft WHERE draft.look_url = look.url;
UPDATE catalog.looks look SET draft_id = draft.id
  FROM known_drafts draft WHERE look.draft_id IS NULL AND is_only AND look_url IS NOT NULL
    AND draft.user_id = look.published_by
    AND (draft.width, draft.height, draft.color) = (look.width, look.height, look.color);

-- The same for the looks that are removed at present.
UPDATE takedown_rows SET row = row || jsonb_build_object('draft_id', draft.id)
  FROM known_drafts draft WHERE relation = 'looks' AND draft.look_url = row ->> 'url';
UPDATE takedown_rows SET row = row || jsonb_build_object('draft_id', draft.id)
  FROM known_drafts draft WHERE relation = 'looks' AND NOT row ? 'draft_id' AND is_only
    AND look_url IS NOT NULL AND draft.user_id = row ->> 'published_by'
    AND (draft.width, draft.height, draft.color)
      = ((row ->> 'width')::int, (row ->> 'height')::int, row ->> 'color');

-- Publishing sets `look_url`, even to the same value. The database writes what follows from it, because a
-- server of the earlier version may publish beside this one.
CREATE FUNCTION note_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.look_url IS NULL THEN RETURN NULL; END IF;
  UPDATE catalog.looks SET draft_id = NEW.id,
    changed_at = CASE WHEN NEW.look_url = OLD.look_url
        AND NEW.content IS DISTINCT FROM OLD.published_content
      THEN now() ELSE changed_at END
    WHERE url = NEW.look_url;
  UPDATE drafts SET published_content = NEW.content WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER drafts_note_publication AFTER UPDATE OF look_url ON drafts
  FOR EACH ROW EXECUTE FUNCTION note_publication();
