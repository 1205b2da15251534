-- A box may carry two more numbers: the point in it where the product is seen best.
ALTER TABLE products DROP CONSTRAINT products_box_check;
ALTER TABLE products ADD CONSTRAINT products_box_check CHECK (cardinality(box) IN (4, 6));
