import { convertAmount, type Rates } from '#shared/domain/money.ts'
import { FACET_NAMES, type FacetName } from '#shared/product-filters.ts'

/** Conditions that the listed products meet. Absent or empty members allow everything. */
export type Filter = {
  /** `kinds`: requested; `widerKinds`: their descendants. */
  kinds: readonly string[]
  widerKinds: readonly string[]
  colours: readonly string[]
  patterns: readonly string[]
  materials: readonly string[]
  brands: readonly string[]
  shops: readonly number[]
  people: readonly number[]
  conditions: readonly string[]
  isInStock: boolean
  minEuros: number | null
  maxEuros: number | null
  /** In the shop's currency, if the query states none. */
  minAmount: number | null
  maxAmount: number | null
  /** The title or brand must contain one word of each group. */
  words: readonly (readonly string[])[] | null
  /** Any of these; `?` stands for products that state no size. */
  sizes: readonly string[]
  /** At least one of each group. */
  tags: readonly (readonly string[])[]
  excluded: {
    kinds: readonly string[]
    colours: readonly string[]
    patterns: readonly string[]
    materials: readonly string[]
    conditions: readonly string[]
    tags: readonly string[]
  }
  /** By relevance, products that meet the first preference come before all others, and so on. */
  preferences: readonly Preference[]
  /** Whether the colours must be the main ones. */
  isMainColour?: boolean
  /** Only products that somebody sells, whatever the stock. */
  isBuyable?: boolean
  /** Limits the list to these kinds and these products. */
  within?: { kinds: readonly string[]; productIds: readonly string[] }
}
export type Preference = { tags: readonly string[] } | { sizes: readonly string[] }
export type Sort = 'relevance' | 'price' | 'price-desc' | 'newest'
/** Position of a product in a list: its tier, its sort value (by relevance its place) and its id. */
export type Position = { tier: number; value: number | null; id: string }

export const FACETS = FACET_NAMES
export type Facet = FacetName

/** Upper bounds of the price bands; the last band is open. */
const PRICE_BANDS = [25, 50, 100, 200, 400, 800]
export type PriceBands = { currency: string; bounds: readonly number[]; euros: readonly number[] }
export const EURO_BANDS: PriceBands = { currency: 'EUR', bounds: PRICE_BANDS, euros: PRICE_BANDS }

/** Round amounts in the visitor's currency, such as 2,500 yen; in euros if its rate is unknown. */
export const priceBandsIn = (currency: string, rates: Rates): PriceBands => {
  const perEuro = convertAmount(1, 'EUR', currency, rates)
  if (perEuro === null) return EURO_BANDS
  const bounds = PRICE_BANDS.map((bound) => bound * 10 ** Math.round(Math.log10(perEuro)))
  return { currency, bounds, euros: bounds.map((bound) => bound / perEuro) }
}

/** Limits the number of a cursor, which comes from outside, to PostgreSQL's integers. */
export const clampToInteger = (value: number | null): number =>
  Math.max(0, Math.min(2_147_483_647, value ?? 0))
