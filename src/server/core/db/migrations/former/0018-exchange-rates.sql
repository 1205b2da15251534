-- The newest exchange rates that any server has fetched.
CREATE TABLE exchange_rates (
  rates_of date PRIMARY KEY,
  per_euro jsonb NOT NULL
);
