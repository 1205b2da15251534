import { convertAmount, type Rates } from '#shared/domain/money.ts'
import { FACET_NAMES, type FacetName } from '#shared/product-filters.ts'

/** What the listed products have in common. Absent or empty members allow everything. */
export type Filter = {
  /** Those asked for, then those that belong to them. */
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
  /** In euros. */
  minEuros: number | null
  maxEuros: number | null
  /** As the shop writes it, where no currency was given. */
  minAmount: number | null
  maxAmount: number | null
  /** Of each group, one must be in the title or the brand. */
  words: readonly (readonly string[])[] | null
  /** One of these; `?` stands for products that state none. */
  sizes: readonly string[]
  /** Of each group, one. */
  tags: readonly (readonly string[])[]
  /** None of these. */
  unwanted: {
    kinds: readonly string[]
    colours: readonly string[]
    patterns: readonly string[]
    materials: readonly string[]
    conditions: readonly string[]
    tags: readonly string[]
  }
  /** By relevance, products with one of the first come before all others, and so on. */
  first: readonly Preference[]
  /** The main colour, not only one among others. */
  isMainColour?: boolean
  /** Only what can be bought, whatever its stock. */
  isBuyable?: boolean
  /** One of these kinds, or one of these products. */
  within?: { kinds: readonly string[]; productIds: readonly string[] }
}
export type Preference = { tags: readonly string[] } | { sizes: readonly string[] }
export type Sort = 'relevance' | 'price' | 'price-desc' | 'newest'
/** Where a product stands in a list: its tier and sort value (relevance: place), and its id. */
export type FoundPlace = { tier: number; value: number | null; id: string }
/** Of the last product listed. */
export type Position = FoundPlace

export const FACETS = FACET_NAMES
export type Facet = FacetName

/** Upper bounds of the price bands; the last band has none. */
const PRICE_BANDS = [25, 50, 100, 200, 400, 800]
export type PriceBands = { currency: string; bounds: readonly number[]; euros: readonly number[] }
export const EURO_BANDS: PriceBands = { currency: 'EUR', bounds: PRICE_BANDS, euros: PRICE_BANDS }

/** As round in the visitor's currency, 2,500 yen; in euros without its rate. */
export const priceBandsIn = (currency: string, rates: Rates): PriceBands => {
  const perEuro = convertAmount(1, 'EUR', currency, rates)
  if (perEuro === null) return EURO_BANDS
  const bounds = PRICE_BANDS.map((bound) => bound * 10 ** Math.round(Math.log10(perEuro)))
  return { currency, bounds, euros: bounds.map((bound) => bound / perEuro) }
}

/** A cursor comes from outside; a larger number would fail in PostgreSQL. */
export const bounded = (value: number | null): number =>
  Math.max(0, Math.min(2_147_483_647, value ?? 0))
