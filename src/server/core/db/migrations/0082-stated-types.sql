-- The kind of the vocabulary that a product's shop states, such as 'swimwear', finer than the detector's kind.
ALTER TABLE catalog.products ADD COLUMN type text;
