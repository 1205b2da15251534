ALTER TABLE catalog.offers
  -- What the shop says beside the price: {left, shipping: {amount, to}} with the number that is left if it
  -- is small, and the cost of shipping to a country, in the currency of the price. Null: nothing.
  ADD COLUMN terms jsonb;
