/** Reference rates of one day: what one euro cost. */
export type Rates = { date: string; perEuro: Readonly<Record<string, number>> }

/** An amount in another currency, or null if a rate is unknown. */
export const convertAmount = (
  amount: number,
  from: string,
  to: string,
  { perEuro }: Rates,
): number | null => {
  if (from === to) return amount
  const rateOf = (currency: string) => (currency === 'EUR' ? 1 : perEuro[currency])
  const [fromRate, toRate] = [rateOf(from), rateOf(to)]
  return fromRate === undefined || toRate === undefined ? null : (amount / fromRate) * toRate
}

export type Comparable = { amount: number | null; currency: string | null }

/**
 * Orders prices of any currency, cheapest first. A price that cannot be compared comes last, since it
 * must never pass for the cheapest.
 */
export const byPrice =
  (rates: Rates) =>
  (a: Comparable, b: Comparable): number =>
    (inEuros(a, rates) ?? Number.MAX_VALUE) - (inEuros(b, rates) ?? Number.MAX_VALUE) || 0

/** Null if it cannot be converted. */
export const inEuros = ({ amount, currency }: Comparable, rates: Rates): number | null =>
  amount === null || currency === null ? null : convertAmount(amount, currency, 'EUR', rates)

/** Bounds of a price, in one currency; absent means unlimited. */
export type PriceRange = {
  min?: number | undefined
  max?: number | undefined
  currency: string
}

/** Whether a price of any currency lies within a range. One that cannot be compared does not. */
export const isWithinPriceRange = (
  { amount, currency }: Comparable,
  { min = 0, max = Infinity, currency: rangeCurrency }: PriceRange,
  rates: Rates,
): boolean => {
  const value =
    amount === null || currency === null
      ? null
      : convertAmount(amount, currency, rangeCurrency, rates)
  return value !== null && value >= min && value <= max
}

/** 'Similar for less' costs at least this share less. */
export const MIN_SAVING = 0.15

/** How much less a price is than another, in whole per cent; null if it is not, or not comparable. */
export const savingPercent = (
  price: Comparable,
  { before, rates }: { before: Comparable; rates: Rates },
): number | null => {
  const [euros, eurosBefore] = [inEuros(price, rates), inEuros(before, rates)]
  if (euros === null || eurosBefore === null || euros >= eurosBefore) return null
  // A tenth of a per cent is lost in the conversion, and 15% must not read as 14%.
  return Math.floor((1 - euros / eurosBefore) * 100 + 0.1)
}

/** Below this, prices keep their decimals; from `LARGE` on, they are rounded to three digits. */
const SMALL = 10
const LARGE = 1_000

/** A price in the visitor's currency, such as '€84'. Null if it is in that currency already, or cannot be converted. */
export const convertedPrice = (
  { amount, currency }: Comparable,
  targetCurrency: string,
  rates: Rates,
): string | null => {
  if (amount === null || currency === null || currency === targetCurrency) return null
  const value = convertAmount(amount, currency, targetCurrency, rates)
  if (value === null) return null
  // Rates change daily, so more digits would suggest a precision that there is not.
  const digits =
    value < SMALL
      ? {}
      : value < LARGE
        ? { maximumFractionDigits: 0 }
        : { maximumSignificantDigits: 3 }
  // American English writes dollars other than its own as 'CA$' and 'A$'.
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: targetCurrency, ...digits })
    .format(value)
    .replace('\u00a0', ' ')
}
