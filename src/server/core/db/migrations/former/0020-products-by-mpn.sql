-- Brand and MPN identify a product that has no GTIN.
CREATE INDEX products_by_mpn ON catalog.products (lower(brand), lower(mpn)) WHERE mpn IS NOT NULL;
