-- Boxes that are right about every second time, with their kinds: the publisher is asked about them.
ALTER TABLE drafts ADD COLUMN offers jsonb NOT NULL DEFAULT '[]';
