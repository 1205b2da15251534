-- Exchange rates live in the database only, so that SQL and money.ts compare prices by the same ones.
-- These are the European Central Bank's of that day; a server with RATES_URL fetches newer ones.
INSERT INTO exchange_rates (rates_of, per_euro) VALUES ('2025-10-09', '{
  "USD": 1.1611, "JPY": 177.4, "BGN": 1.9558, "CZK": 24.326, "DKK": 7.4668, "GBP": 0.8683, "HUF":
  390.98, "PLN": 4.2548, "RON": 5.0945, "SEK": 10.987, "CHF": 0.9309, "ISK": 141.8, "NOK":
  11.624, "TRY": 48.4464, "AUD": 1.76, "BRL": 6.1877, "CAD": 1.6198, "CNY": 8.2698, "HKD":
  9.0334, "IDR": 19227.64, "ILS": 3.7684, "INR": 103.1025, "KRW": 1647.8, "MXN": 21.2683, "MYR":
  4.8952, "NZD": 2.0097, "PHP": 67.553, "SGD": 1.5048, "THB": 37.817, "ZAR": 19.8575
}')
ON CONFLICT (rates_of) DO NOTHING;
DELETE FROM exchange_rates WHERE rates_of < (SELECT max(rates_of) FROM exchange_rates);

-- The price of a vector is only a hint, in euros; the product's own offers decide. So a new price no
-- longer makes the models look at the picture again, which cost days after a large sale.
DROP TRIGGER offers_look_at_changed ON catalog.offers;
DROP FUNCTION catalog.look_at_changed_prices();
