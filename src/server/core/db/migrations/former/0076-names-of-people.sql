-- People are told apart by folded names. Servers compute them, because what PostgreSQL folds depends on
-- its locale. Null: not computed yet, as for people whom an earlier version added.
ALTER TABLE catalog.people ADD COLUMN name_key text;
CREATE INDEX people_by_name_key ON catalog.people (name_key);

-- Portraits of new people are named after their ids. Existing ones keep their file names, except names
-- that no file can have, and names that two people share.
UPDATE catalog.people person SET image = 'person_' || id || '.jpg'
  WHERE image !~ '^[A-Za-z0-9][A-Za-z0-9._-]*$'
    OR EXISTS (SELECT FROM catalog.people other WHERE other.image = person.image AND other.id < person.id);

-- People without a look are kept for their followers, but not after the creator has deleted the account.
CREATE FUNCTION remove_person_of_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM catalog.people WHERE id = OLD.person_id
    AND NOT EXISTS (SELECT FROM catalog.looks WHERE person_id = OLD.person_id)
    AND NOT EXISTS (SELECT FROM catalog.worn_items WHERE person_id = OLD.person_id);
  RETURN NULL;
END $$;
CREATE TRIGGER creators_remove_person AFTER DELETE ON creators
  FOR EACH ROW EXECUTE FUNCTION remove_person_of_creator();
