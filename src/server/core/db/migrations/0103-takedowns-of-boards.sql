-- Also boards, by their ids, and pages of creators, by the ids of their users: their addresses change.
ALTER TABLE takedowns DROP CONSTRAINT takedowns_kind_check;
CREATE INDEX takedowns_of_subject ON takedowns (kind, subject) WHERE restored_at IS NULL;
