-- Looks of creators are withdrawn as soon as the account is deleted, whoever deletes it.
CREATE FUNCTION withdraw_looks_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ask_for_jobs('look-withdrawal', array_agg(url)) FROM catalog.looks
    WHERE published_role = 'creator' AND published_by IN (SELECT id FROM deleted)
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER users_withdraw_looks AFTER DELETE ON users
  REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION withdraw_looks_of_deleted();

-- Those that an earlier version has not withdrawn yet.
SELECT ask_for_jobs('look-withdrawal', array_agg(url)) FROM catalog.looks
  WHERE published_role = 'creator' AND NOT EXISTS (SELECT FROM users WHERE users.id = published_by)
  HAVING count(*) > 0;
