-- What an invitation gives besides the right to add products; null: nothing.
ALTER TABLE invites ADD COLUMN role text CHECK (role IN ('creator', 'editor'));
