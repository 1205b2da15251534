import { convertAmount, type Comparable, type Rates } from './price.ts'

/**
 * Orders prices of any currency, cheapest first. A price that cannot be compared comes last, since it
 * must never pass for the cheapest.
 */
export const compareByPrice =
  (rates: Rates) =>
  (a: Comparable, b: Comparable): number =>
    (toEuros(a, rates) ?? Number.MAX_VALUE) - (toEuros(b, rates) ?? Number.MAX_VALUE) || 0

/** Null if it cannot be converted. */
export const toEuros = ({ amount, currency }: Comparable, rates: Rates): number | null =>
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
export const computeSavingPercent = (
  price: Comparable,
  { before, rates }: { before: Comparable; rates: Rates },
): number | null => {
  const [euros, eurosBefore] = [toEuros(price, rates), toEuros(before, rates)]
  if (euros === null || eurosBefore === null || euros >= eurosBefore) return null
  // A tenth of a per cent is lost in the conversion, and 15% must not read as 14%.
  return Math.floor((1 - euros / eurosBefore) * 100 + 0.1)
}
