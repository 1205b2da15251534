-- breaks earlier versions
-- Dinars and rials have three decimals. Without a limit of their own, neither table is rewritten.
ALTER TABLE catalog.offers ALTER COLUMN price_amount TYPE numeric;
ALTER TABLE catalog.price_changes ALTER COLUMN former_amount TYPE numeric;
