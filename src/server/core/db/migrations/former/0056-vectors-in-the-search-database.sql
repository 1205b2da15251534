-- Whether the search database has pgvector, and with it the vectors of the catalogue's products.
ALTER TABLE search.destination ADD COLUMN has_vectors boolean NOT NULL DEFAULT false;
-- Those that people added themselves are compared here, owner by owner.
CREATE INDEX model_vectors_of_owner ON model_vectors (owner_uid) WHERE owner_uid IS NOT NULL;
