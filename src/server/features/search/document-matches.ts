import { joinSql, raw, sql, type Sql } from '#server/core/db/sql.ts'
import { bounded, type Filter, type Position, type Sort } from './product-filter.ts'

/** A word of the index may contain a quote or a colon, which mean something to tsquery. */
const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const queryOf = (words: readonly (readonly string[])[]): string =>
  words.map((group) => `(${group.map(quoted).join(' | ')})`).join(' & ')

/**
 * One index joins kind and brand with everything else; joining the bitmaps of several indexes takes far
 * longer. Where a list is walked in its order, or a kind or a brand is all there is, their own indexes are
 * better.
 */
export const conditionsOf = (filter: Filter, isWalked = false): Sql => {
  const parts: Sql[] = []
  const anyOf = (column: string, list: readonly string[]) => {
    // An index by kind and place is in the order of places only for one kind.
    if (list.length === 1) parts.push(sql`${raw(column)} = ${list[0]}::text`)
    else if (list.length > 0) parts.push(sql`${raw(column)} = ANY (${list}::text[])`)
  }
  const overlaps = (column: string, type: string, list: readonly unknown[]) => {
    if (list.length > 0) parts.push(sql`${raw(column)} && ${list}::${raw(type)}[]`)
  }
  const kindsWanted = [...filter.kinds, ...filter.widerKinds]
  const terms = [
    kindsWanted,
    filter.brands,
    filter.colours,
    filter.patterns,
    filter.materials,
    filter.shops,
    filter.people,
    filter.conditions,
    filter.sizes,
    filter.words ?? [],
    ...filter.tags,
  ]
  const areJoined = !isWalked && terms.filter((list) => list.length > 0).length > 1
  const isIn = (column: string, list: readonly string[]) =>
    areJoined ? overlaps(`ARRAY[${column}]`, 'text', list) : anyOf(column, list)
  isIn('kind', kindsWanted)
  overlaps('colors', 'text', filter.colours)
  overlaps('patterns', 'text', filter.patterns)
  overlaps('materials', 'text', filter.materials)
  isIn('brand', filter.brands)
  overlaps('shops', 'integer', filter.shops)
  overlaps('people', 'integer', filter.people)
  overlaps('conditions', 'text', filter.conditions)
  overlaps('sizes', 'text', filter.sizes)
  if (filter.isMainColour && filter.colours.length > 0)
    parts.push(sql`colors[1] = ANY (${filter.colours}::text[])`)
  if (filter.isInStock) parts.push(raw('is_in_stock'))
  if (filter.minEuros !== null) parts.push(sql`euros >= ${filter.minEuros}::real`)
  if (filter.maxEuros !== null) parts.push(sql`euros <= ${filter.maxEuros}::real`)
  if (filter.minAmount !== null) parts.push(sql`amount >= ${filter.minAmount}::numeric`)
  if (filter.maxAmount !== null) parts.push(sql`amount <= ${filter.maxAmount}::numeric`)
  if (filter.words !== null) parts.push(sql`words @@ ${queryOf(filter.words)}::tsquery`)
  if (filter.within) {
    const { kinds, productIds } = filter.within
    parts.push(sql`(kind = ANY (${kinds}::text[]) OR product_id = ANY (${productIds}::bigint[]))`)
  }
  if (filter.isBuyable) parts.push(raw('is_buyable'))
  for (const group of filter.tags) overlaps('tags', 'text', group)
  const { kinds, colours, patterns, materials, conditions, tags } = filter.unwanted
  const without = (column: string, list: readonly string[]) => {
    if (list.length > 0) parts.push(sql`NOT ${raw(column)} && ${list}::text[]`)
  }
  if (kinds.length > 0) parts.push(sql`(kind = ANY (${kinds}::text[])) IS NOT TRUE`)
  without('colors', colours)
  without('patterns', patterns)
  without('materials', materials)
  without('conditions', conditions)
  without('tags', tags)
  return parts.length > 0 ? joinSql(parts, ' AND ') : raw('true')
}

/** Each doubles the number of tiers. */
const MAX_PREFERENCES = 5

/** What comes first by relevance: mainly this colour, what is preferred, exactly this kind, plain. */
const preferencesOf = ({ kinds, widerKinds, colours, patterns, first }: Filter) => {
  const preferences: { rank: number; condition: Sql }[] = []
  // Orange boots with black soles are no black boots, whatever else fits.
  if (colours.length > 0)
    preferences.push({ rank: TIERS >> 1, condition: sql`colors[1] = ANY (${colours}::text[])` })
  preferences.push(
    ...first.slice(0, MOST_FIRST).map((wish, index) => ({
      rank: 4 << (MOST_FIRST - 1 - index),
      condition:
        'tags' in wish ? sql`tags && ${wish.tags}::text[]` : sql`sizes && ${wish.sizes}::text[]`,
    })),
  )
  if (kinds.length > 0 && widerKinds.length > 0)
    preferences.push({ rank: 2, condition: sql`kind = ANY (${kinds}::text[])` })
  // Whoever asks for black, and for no pattern, means plain black.
  if (colours.length > 0 && patterns.length === 0)
    preferences.push({ rank: 1, condition: sql`patterns <@ '{plain}'` })
  return preferences.slice(0, MAX_PREFERENCES)
}
const MOST_FIRST = 3
export const TIERS = 8 << MOST_FIRST

type Order = {
  by: Sql
  value: Sql
  /** Prices that cannot be compared are not listed by price. */
  where: Sql
  /** What follows a position in its tier. */
  after: (position: Position) => Sql
}
const byPrice = (comparison: '<' | '>', direction: string): Order => ({
  by: raw(`euros ${direction}, product_id ${direction}`),
  value: raw('euros'),
  where: raw('euros IS NOT NULL'),
  after: ({ value, id }) =>
    sql`(euros, product_id) ${raw(comparison)} (${bounded(value)}::real, ${id}::bigint)`,
})
export const ORDERS: Readonly<Record<Sort, Order>> = {
  relevance: {
    by: raw('place, product_id'),
    value: raw('place'),
    where: raw('true'),
    after: ({ value, id }) =>
      sql`(place, product_id) > (${Math.trunc(bounded(value))}::integer, ${id}::bigint)`,
  },
  price: byPrice('>', 'ASC'),
  'price-desc': byPrice('<', 'DESC'),
  newest: {
    by: raw('product_id DESC'),
    value: raw('NULL'),
    where: raw('true'),
    after: ({ id }) => sql`product_id < ${id}::bigint`,
  },
}

export type PageRequest = { filter: Filter; sort: Sort; after: Position | null; limit: number }

/** Few matches: all are read, counted and sorted. Of more than `most`, the count tells so. */
export const sortMatches = ({ filter, sort, after, limit }: PageRequest, most: number): Sql => {
  const order = ORDERS[sort]
  const preferences = sort === 'relevance' ? preferencesOf(filter) : []
  const ranks = preferences.map(
    ({ rank, condition }) => sql`CASE WHEN ${condition} THEN 0 ELSE ${raw(rank)} END`,
  )
  const beyond = after
    ? sql`(tier > ${after.tier}::integer
        OR tier = ${after.tier}::integer AND ${order.after(after)})`
    : raw('true')
  return sql`
    WITH matched AS MATERIALIZED (
      SELECT product_id, place, euros, ${joinSql([raw('0'), ...ranks], ' + ')} AS tier
      FROM search.documents WHERE ${conditionsOf(filter)} LIMIT ${most + 1})
    SELECT product_id, tier, total
    FROM (SELECT *, count(*) OVER ()::int AS total FROM matched) counted
    WHERE ${order.where} AND ${beyond}
    ORDER BY tier, ${order.by} LIMIT ${limit}`
}

/**
 * Many matches: an index in the order of the list finds the first ones soon, tier by tier. Each tier is a
 * condition of its own, because Citus would read all parts of a union even if the first one is enough.
 */
export const tiersOf = ({ filter, sort, after }: Omit<PageRequest, 'limit'>) => {
  const order = ORDERS[sort]
  const preferences = sort === 'relevance' ? preferencesOf(filter) : []
  const tiers = preferences.reduce(
    (all, { rank, condition }) =>
      all.flatMap(({ tier, where }) => [
        { tier, where: sql`${where} AND ${condition}` },
        { tier: tier + rank, where: sql`${where} AND NOT (${condition})` },
      ]),
    [{ tier: 0, where: sql`${conditionsOf(filter, true)} AND ${order.where}` }],
  )
  return tiers
    .filter(({ tier }) => tier >= (after?.tier ?? 0))
    .map(({ tier, where }) =>
      after?.tier === tier
        ? { tier, where: sql`${where} AND ${order.after(after)}` }
        : { tier, where },
    )
}
