-- Whether the price of a shop's product is the user's own.
ALTER TABLE user_products ADD COLUMN is_price_edited boolean NOT NULL DEFAULT false;
