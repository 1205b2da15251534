import type { Offer } from '#shared/contract/catalog.ts'
import { decimalsOf } from './currency.ts'
import { isBuyable, type Stock, stockOf } from './offer.ts'

/** What somebody waits for. `size`: only offers that list it count. */
export type AlertCondition =
  | { kind: 'below'; amount: number; currency: string; size: string | null }
  /** `from`: the price that the percentage counts from; null in a search, where each product has one. */
  | {
      kind: 'drop'
      percent: number
      from: number | null
      currency: string | null
      size: string | null
    }
  | { kind: 'stock'; size: string | null }
  | { kind: 'new' }

export type ComparedOffer = Pick<
  Offer,
  'shop' | 'amount' | 'currency' | 'availability' | 'sizes' | 'checkedAt' | 'seenAt'
>

/** What was compared, for whoever is told. */
export type Finding = {
  amount: number | null
  currency: string | null
  /** The most that the price may be, and the price before, if prices were compared. */
  limit: number | null
  from: number | null
  size: string | null
  stock: Stock
  shop: string
  /** When the shop's page or feed said so. */
  checkedAt: string
}

/** `unknown` is no answer: what was so before counts as it did. */
type Outcome = { is: 'met'; finding: Finding } | { is: 'unmet' } | { is: 'unknown' }

const UNKNOWN: Outcome = { is: 'unknown' }
const UNMET: Outcome = { is: 'unmet' }

/** The most that a price may be; null if prices do not count. */
const priceLimit = (condition: AlertCondition): number | null => {
  if (condition.kind === 'below') return condition.amount
  if (condition.kind !== 'drop' || condition.from === null) return null
  // In whole cents: 30% off 9.99 is 6.99, and floating point would make it a little less.
  const units = 10 ** decimalsOf(condition.currency ?? '')
  return Math.round((condition.from * units * (100 - condition.percent)) / 100) / units
}

const lastCheck = ({ checkedAt, seenAt }: ComparedOffer): string =>
  checkedAt !== null && checkedAt > seenAt ? checkedAt : seenAt

const isSameSize = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** Of one offer: whether it has the size in stock. An offer that lists no sizes leaves it open. */
const stockIn = (offer: ComparedOffer, size: string | null) => {
  const stock = stockOf(offer)
  if (size === null || stock === 'sold-out') return stock
  if (offer.sizes.length === 0) return 'unknown'
  return offer.sizes.some((one) => isSameSize(one, size)) ? stock : 'sold-out'
}

const findingOf = (offer: ComparedOffer, condition: AlertCondition): Finding => ({
  amount: offer.amount,
  currency: offer.currency,
  limit: priceLimit(condition),
  from: condition.kind === 'drop' ? condition.from : null,
  size: 'size' in condition ? condition.size : null,
  stock: stockOf(offer),
  shop: offer.shop,
  checkedAt: lastCheck(offer),
})

/**
 * Prices are compared in the currency of the target alone: neither an exchange rate nor a shop that
 * changes its currency can make a price fall.
 */
const comparePrices = (
  condition: Extract<AlertCondition, { kind: 'below' | 'drop' }>,
  offers: readonly ComparedOffer[],
): Outcome => {
  const limit = priceLimit(condition)
  const { currency, size } = condition
  const [cheapest] = offers
    .filter((offer) => isBuyable(offer) && offer.amount !== null && offer.currency === currency)
    .filter(
      (offer) => size === null || (offer.sizes.length > 0 && stockIn(offer, size) !== 'sold-out'),
    )
    .toSorted((a, b) => (a.amount ?? 0) - (b.amount ?? 0))
  if (!cheapest || limit === null) return UNKNOWN
  return (cheapest.amount ?? 0) <= limit
    ? { is: 'met', finding: findingOf(cheapest, condition) }
    : UNMET
}

/** Whether the offers of a product are what somebody waits for. */
export const compareOffers = (
  condition: AlertCondition,
  offers: readonly ComparedOffer[],
): Outcome => {
  const [first] = offers
  if (!first) return UNKNOWN
  if (condition.kind === 'new') return { is: 'met', finding: findingOf(first, condition) }
  if (condition.kind !== 'stock') return comparePrices(condition, offers)
  const stocks = offers.map((offer) => stockIn(offer, condition.size))
  const inStock = offers.find((_, index) => stocks[index] === 'in-stock')
  if (inStock) return { is: 'met', finding: findingOf(inStock, condition) }
  return stocks.includes('unknown') ? UNKNOWN : UNMET
}
