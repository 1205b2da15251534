-- Rates of 60 currencies, because prices without a rate cannot be compared with others. A newer list, which
-- a server with RATES_URL fetched, keeps its own values. Source: github.com/fawazahmed0/exchange-api.
INSERT INTO exchange_rates (rates_of, per_euro) VALUES ('2026-09-29', '{
  "USD": 1.13607, "JPY": 178.906, "CNY": 7.62053, "GBP": 0.858176, "AUD": 1.61862,
  "CAD": 1.6119, "CHF": 0.946769, "HKD": 8.91226, "SGD": 1.45265, "SEK": 11.3386, "KRW": 1543,
  "NOK": 10.8459, "NZD": 2.00783, "INR": 109.16, "MXN": 20.4554, "TWD": 36.1868, "ZAR": 18.6772,
  "BRL": 5.93511, "DKK": 7.4751, "PLN": 4.37309, "THB": 38.2095, "IDR": 20467.9, "HUF": 367.476,
  "CZK": 24.3946, "ILS": 3.49196, "CLP": 1099.42, "PHP": 71.0244, "AED": 4.17222,
  "COP": 3827.38, "SAR": 4.26027, "MYR": 4.63885, "RON": 5.27827, "PEN": 3.88084,
  "TRY": 55.6624, "RUB": 96.0077, "ARS": 1732.54, "UAH": 51.0369, "VND": 29478.5,
  "EGP": 59.1328, "PKR": 314.847, "BDT": 139.929, "NGN": 1506.62, "KES": 147.32, "MAD": 10.9608,
  "QAR": 4.1353, "KWD": 0.350719, "BHD": 0.427163, "OMR": 0.437224, "JOD": 0.805475,
  "KZT": 501.274, "GEL": 2.95114, "RSD": 117.511, "BGN": 1.95583, "ISK": 136.97, "MDL": 20.125,
  "GTQ": 8.67481, "CRC": 517.152, "DOP": 65.5784, "UYU": 45.5534, "LKR": 375.932
}')
ON CONFLICT (rates_of) DO UPDATE SET per_euro = excluded.per_euro || exchange_rates.per_euro;
-- The newest list counts, so one that was fetched later takes over what it lacks.
UPDATE exchange_rates newest SET per_euro = shipped.per_euro || newest.per_euro
FROM exchange_rates shipped
WHERE shipped.rates_of = '2026-09-29' AND newest.rates_of > shipped.rates_of;
