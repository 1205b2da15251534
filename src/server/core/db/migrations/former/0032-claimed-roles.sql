-- The role that the OpenID provider gave a user: it may take away this one, and no other.
ALTER TABLE users ADD COLUMN claimed_role text CHECK (claimed_role IN ('invited', 'admin'));
