-- What the title alone says of a product, and what title and shop state: the order of results counts
-- these before what was seen in the picture. Null in documents of an earlier vocabulary.
ALTER TABLE search.documents ADD COLUMN sources jsonb;
