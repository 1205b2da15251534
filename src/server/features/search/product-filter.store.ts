import { joinSql, raw, sql, type Sql } from '#server/core/db/sql.ts'
import { convertAmount, type Rates } from '#shared/domain/price.ts'
import { FACET_NAMES, type FacetName } from '#shared/product-filters.ts'

/** Conditions that the listed products meet. Absent or empty members allow everything. */
export type Filter = {
  /** `kinds`: requested; `widerKinds`: their descendants. */
  kinds: readonly string[]
  widerKinds: readonly string[]
  colors: readonly string[]
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
    colors: readonly string[]
    patterns: readonly string[]
    materials: readonly string[]
    conditions: readonly string[]
    tags: readonly string[]
    /** Of titles, in all their forms. */
    words: readonly string[]
  }
  /** What a match must state. A list also has products that do not say, in a section of their own. */
  stated: readonly StatedCondition[]
  /** What a match must not contradict. */
  mayLack: readonly StatedCondition[]
  /** Words of a match that few products have. A list also has the others, in a section of their own. */
  narrower: readonly (readonly string[])[] | null
  /** By relevance, products that meet the first preference come before all others, and so on. */
  preferences: readonly Preference[]
  /** Whether one of the brands or one of the shops is enough. */
  isBrandOrShop?: boolean
  /** Whether products whose main colour it is come first in every order. */
  isMainColorFirst?: boolean
  /** Whether the colours must be the main ones. */
  isMainColor?: boolean
  /** Whether all the colours are needed. */
  isEveryColor?: boolean
  /** Only products that somebody sells, whatever the stock. */
  isBuyable?: boolean
  /** At least one of these, for a query for several garments. */
  anyOf?: readonly Filter[]
  /** Limits the list to these kinds and these products. */
  within?: { kinds: readonly string[]; productIds: readonly string[] }
}
type Preference = { tags: readonly string[] } | { sizes: readonly string[] }

type ConditionSubject = {
  /** As in 'Size not stated'. */
  subject: string
  /** The applied filters that it stands for, as `facet:value`. */
  filters: readonly string[]
}
/** A product meets it with one of the values. */
export type ValueCondition = ConditionSubject & {
  column: 'tags' | 'sizes' | 'materials'
  values: readonly string[]
  /** Values of products that do not say; `empty`: they have no value at all; `any`: whatever is not excluded. */
  unknown: readonly string[] | 'empty' | 'any'
}
type PriceBounds = Pick<Filter, 'minEuros' | 'maxEuros' | 'minAmount' | 'maxAmount'>
/** Needed where prices have no rate: those in the currency of the bounds are compared as they are. */
type PriceCondition = ConditionSubject & {
  column: 'price'
  /** Null if the bounds cannot be converted. */
  bounds: PriceBounds | null
  min: number | null
  max: number | null
  /** Null if none was named; then the amounts of all currencies without a rate are compared. */
  currency: string | null
}
export type StatedCondition = ValueCondition | PriceCondition
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

/** PostgreSQL refuses numbers that `real` cannot store, above its range and just above 0. */
export const clampToReal = (value: number): number =>
  Math.abs(value) < 1e-30 ? 0 : Math.max(-1e30, Math.min(1e30, value))

/** Quotes a word of the index, because quotes and colons are operators of tsquery. */
const quoteWord = (word: string): string =>
  `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const queryOf = (words: readonly (readonly string[])[]): string =>
  words.map((group) => `(${group.map(quoteWord).join(' | ')})`).join(' & ')

const priceConditions = ({ minEuros, maxEuros, minAmount, maxAmount }: PriceBounds): Sql[] => [
  ...(minEuros === null ? [] : [sql`euros >= ${clampToReal(minEuros)}::real`]),
  ...(maxEuros === null ? [] : [sql`euros <= ${clampToReal(maxEuros)}::real`]),
  ...(minAmount === null ? [] : [sql`amount >= ${clampToReal(minAmount)}::numeric`]),
  ...(maxAmount === null ? [] : [sql`amount <= ${clampToReal(maxAmount)}::numeric`]),
]

const meetsPrice = ({ bounds, min, max, currency }: PriceCondition): Sql => {
  const amounts = { minEuros: null, maxEuros: null, minAmount: min, maxAmount: max }
  const inOwn = [
    currency === null ? raw('euros IS NULL') : sql`currency = ${currency}::text`,
    ...(bounds && currency !== null ? [raw('euros IS NULL')] : []),
    ...priceConditions(amounts),
  ]
  const converted = bounds ? sql`(${joinSql(priceConditions(bounds), ' AND ')})` : raw('false')
  return sql`coalesce(${converted} OR (${joinSql(inOwn, ' AND ')}), false)`
}

/** No rate compares its price with the bounds. */
const isIncomparable = ({ bounds, currency }: PriceCondition): Sql =>
  currency === null
    ? raw('false')
    : sql`(amount IS NOT NULL AND currency <> ${currency}::text ${raw(bounds ? 'AND euros IS NULL' : '')})`

export const meets = (condition: StatedCondition): Sql =>
  condition.column === 'price'
    ? meetsPrice(condition)
    : sql`${raw(condition.column)} && ${condition.values}::text[]`

/** Meets the condition or does not say. */
const mayMeet = (condition: StatedCondition): Sql[] => {
  if (condition.column === 'price')
    return [sql`(${meets(condition)} OR ${isIncomparable(condition)})`]
  const { column, values, unknown } = condition
  if (unknown === 'any') return []
  if (unknown === 'empty') return [sql`(${meets(condition)} OR ${raw(column)} = '{}')`]
  return [sql`${raw(column)} && ${[...values, ...unknown]}::text[]`]
}

export const hasWords = (words: readonly (readonly string[])[]): Sql =>
  sql`words @@ ${queryOf(words)}::tsquery`

/** The condition for all of a list: the matches, and the products of its other sections. */
export const listConditionsOf = (filter: Filter, isReadInOrder = false): Sql => {
  const isMaterialOpen = filter.stated.some(({ column }) => column === 'materials')
  return buildConditions(
    {
      ...filter,
      stated: [],
      mayLack: [...filter.mayLack, ...filter.stated],
      narrower: null,
      ...(isMaterialOpen ? { materials: [] } : {}),
    },
    isReadInOrder,
  )
}

/**
 * A combined index covers kind and brand with everything else, which is far faster than combining the
 * bitmaps of several indexes. If a list is read in its order, or only a kind or a brand is requested, their
 * own indexes are better.
 */
export const buildConditions = (filter: Filter, isReadInOrder = false): Sql => {
  const parts: Sql[] = []
  const anyOf = (column: string, list: readonly string[]) => {
    // The index by kind and place is in the order of places only for a single kind.
    if (list.length === 1) parts.push(sql`${raw(column)} = ${list[0]}::text`)
    else if (list.length > 0) parts.push(sql`${raw(column)} = ANY (${list}::text[])`)
  }
  const overlaps = (column: string, type: string, list: readonly unknown[]) => {
    if (list.length > 0) parts.push(sql`${raw(column)} && ${list}::${raw(type)}[]`)
  }
  const allKinds = [...filter.kinds, ...filter.widerKinds]
  const terms = [
    allKinds,
    filter.brands,
    filter.colors,
    filter.patterns,
    filter.materials,
    filter.shops,
    filter.people,
    filter.conditions,
    filter.sizes,
    filter.words ?? filter.narrower ?? [],
    ...filter.stated.map((condition) => (condition.column === 'price' ? [] : condition.values)),
    ...filter.mayLack.map((condition) =>
      condition.column !== 'price' && Array.isArray(condition.unknown) ? condition.unknown : [],
    ),
    ...filter.tags,
  ]
  const areJoined = !isReadInOrder && terms.filter((list) => list.length > 0).length > 1
  const isIn = (column: string, list: readonly string[]) =>
    areJoined ? overlaps(`ARRAY[${column}]`, 'text', list) : anyOf(column, list)
  isIn('kind', allKinds)
  overlaps('colors', 'text', filter.colors)
  overlaps('patterns', 'text', filter.patterns)
  overlaps('materials', 'text', filter.materials)
  if (filter.isBrandOrShop)
    parts.push(
      sql`(ARRAY[brand] && ${filter.brands}::text[] OR shops && ${filter.shops}::integer[])`,
    )
  else {
    isIn('brand', filter.brands)
    overlaps('shops', 'integer', filter.shops)
  }
  overlaps('people', 'integer', filter.people)
  overlaps('conditions', 'text', filter.conditions)
  overlaps('sizes', 'text', filter.sizes)
  if (filter.isEveryColor) parts.push(sql`colors @> ${filter.colors}::text[]`)
  if (filter.isMainColor && filter.colors.length > 0)
    parts.push(sql`colors[1] = ANY (${filter.colors}::text[])`)
  if (filter.isInStock) parts.push(raw('is_in_stock'))
  parts.push(...priceConditions(filter))
  if (filter.words !== null) parts.push(hasWords(filter.words))
  if (filter.narrower !== null) parts.push(hasWords(filter.narrower))
  parts.push(...filter.stated.map(meets), ...filter.mayLack.flatMap(mayMeet))
  if (filter.within) {
    const { kinds, productIds } = filter.within
    parts.push(sql`(kind = ANY (${kinds}::text[]) OR product_id = ANY (${productIds}::bigint[]))`)
  }
  if (filter.anyOf)
    parts.push(
      sql`(${joinSql(
        filter.anyOf.map((other) => sql`(${buildConditions(other, isReadInOrder)})`),
        ' OR ',
      )})`,
    )
  if (filter.isBuyable) parts.push(raw('is_buyable'))
  for (const group of filter.tags) overlaps('tags', 'text', group)
  const { kinds, colors, patterns, materials, conditions, tags, words } = filter.excluded
  const without = (column: string, list: readonly string[]) => {
    if (list.length > 0) parts.push(sql`NOT ${raw(column)} && ${list}::text[]`)
  }
  if (kinds.length > 0) parts.push(sql`(kind = ANY (${kinds}::text[])) IS NOT TRUE`)
  without('colors', colors)
  without('patterns', patterns)
  without('materials', materials)
  without('conditions', conditions)
  without('tags', tags)
  if (words.length > 0) parts.push(sql`NOT (${hasWords([words])})`)
  return parts.length > 0 ? joinSql(parts, ' AND ') : raw('true')
}
