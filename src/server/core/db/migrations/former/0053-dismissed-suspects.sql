-- An administrator saw that it is another picture: it is not listed again.
ALTER TABLE takedown_suspects ADD COLUMN dismissed_at timestamptz;
