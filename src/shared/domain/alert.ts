import type { AlertTerms, Finding } from '#shared/contract/alerts.ts'
import type { Offer } from '#shared/contract/catalog.ts'
import { countDecimals } from './currency.ts'
import { isBuyable, getStock } from './offer.ts'

export type ComparedOffer = Pick<
  Offer,
  'shop' | 'amount' | 'currency' | 'availability' | 'sizes' | 'checkedAt' | 'seenAt'
>

/** `unknown` leaves the alert as it was. */
type Outcome = { is: 'met'; finding: Finding } | { is: 'unmet' } | { is: 'unknown' }

const UNKNOWN: Outcome = { is: 'unknown' }
const UNMET: Outcome = { is: 'unmet' }

/** The highest price that meets the terms; null if prices do not matter. */
const computePriceLimit = ({ kind, amount, percent, currency }: AlertTerms): number | null => {
  if (amount === null || kind === 'below') return amount
  // In whole cents: 30% off 9.99 is 6.99, and floating point would make it a little less.
  const units = 10 ** countDecimals(currency ?? '')
  return Math.round((amount * units * (100 - (percent ?? 0))) / 100) / units
}

const getLastCheck = ({ checkedAt, seenAt }: ComparedOffer): string =>
  checkedAt !== null && checkedAt > seenAt ? checkedAt : seenAt

export const isSameSize = (a: string, b: string) =>
  a.trim().toLowerCase() === b.trim().toLowerCase()

/** Whether an offer has the size in stock; unknown if it lists no sizes. */
const getStockOfSize = (offer: ComparedOffer, size: string | null) => {
  const stock = getStock(offer)
  if (size === null || stock === 'sold-out') return stock
  if (offer.sizes.length === 0) return 'unknown'
  return offer.sizes.some((listedSize) => isSameSize(listedSize, size)) ? stock : 'sold-out'
}

const createFinding = (offer: ComparedOffer, terms: AlertTerms): Finding => ({
  amount: offer.amount,
  currency: offer.currency,
  limit: computePriceLimit(terms),
  from: terms.kind === 'drop' ? terms.amount : null,
  size: terms.size,
  stock: getStock(offer),
  shop: offer.shop,
  checkedAt: getLastCheck(offer),
})

/**
 * Prices are compared in the currency of the target alone: neither an exchange rate nor a shop that
 * changes its currency can make a price fall.
 */
const comparePrices = (terms: AlertTerms, offers: readonly ComparedOffer[]): Outcome => {
  const limit = computePriceLimit(terms)
  const { currency, size } = terms
  const [cheapest] = offers
    .filter((offer) => isBuyable(offer) && offer.amount !== null && offer.currency === currency)
    .filter(
      (offer) =>
        size === null || (offer.sizes.length > 0 && getStockOfSize(offer, size) !== 'sold-out'),
    )
    .toSorted((a, b) => (a.amount ?? 0) - (b.amount ?? 0))
  if (!cheapest || limit === null) return UNKNOWN
  return (cheapest.amount ?? 0) <= limit
    ? { is: 'met', finding: createFinding(cheapest, terms) }
    : UNMET
}

/** Why an alert can never fire. */
export type AlertObstacle = 'noPrice' | 'tooLow' | 'noSizes' | 'noStock'

/** A price that no shop can ask for, such as less than a cent. */
export const isBelowEveryPrice = (terms: AlertTerms): boolean => {
  const limit = computePriceLimit(terms)
  return limit !== null && limit < 1 / 10 ** countDecimals(terms.currency ?? '')
}

/** Whether the shop lists no sizes. One that is sold out may list none because it has none left. */
const listsNoSizes = (offer: ComparedOffer) =>
  offer.sizes.length === 0 && getStock(offer) !== 'sold-out'

/** Why the offers of a product can never meet the terms; null if they can. */
export const findAlertObstacle = (
  terms: AlertTerms,
  offers: readonly ComparedOffer[],
): AlertObstacle | null => {
  const isAboutPrice = terms.kind !== 'stock'
  const comparable = offers.filter(({ currency }) => !isAboutPrice || currency === terms.currency)
  if (isAboutPrice && comparable.length === 0) return 'noPrice'
  if (isAboutPrice && isBelowEveryPrice(terms)) return 'tooLow'
  if (comparable.length === 0) return null
  if (!isAboutPrice && comparable.every(({ availability }) => availability === null))
    return 'noStock'
  return terms.size !== null && comparable.every(listsNoSizes) ? 'noSizes' : null
}

/** Whether the offers of a product meet the terms of an alert. */
export const compareOffers = (terms: AlertTerms, offers: readonly ComparedOffer[]): Outcome => {
  const [first] = offers
  if (!first) return UNKNOWN
  if (terms.kind === 'new') return { is: 'met', finding: createFinding(first, terms) }
  if (terms.kind !== 'stock') return comparePrices(terms, offers)
  const stocks = offers.map((offer) => getStockOfSize(offer, terms.size))
  const inStock = offers.find((_, index) => stocks[index] === 'in-stock')
  if (inStock) return { is: 'met', finding: createFinding(inStock, terms) }
  return stocks.includes('unknown') ? UNKNOWN : UNMET
}
