-- What an invitation gives besides the right to add products: 'creator' or 'editor'; null: nothing.
ALTER TABLE invites ADD COLUMN role text;
