/**
 * An amount in euros, by the rates that money.ts uses; null if there is none for the currency. The
 * rates are read once per query, not per row.
 */
export const inEuros = (amount: string, currency: string) =>
  `${amount} / CASE ${currency} WHEN 'EUR' THEN 1 ELSE ((SELECT per_euro FROM exchange_rates
    ORDER BY rates_of DESC LIMIT 1) ->> ${currency})::float8 END`
