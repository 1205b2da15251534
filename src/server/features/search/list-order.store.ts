import { joinSql, raw, sql, type Sql } from '#server/core/db/sql.ts'
import {
  clampToReal,
  type Filter,
  hasWords,
  listConditionsOf,
  meets,
} from './product-filter.store.ts'

export type Sort = 'relevance' | 'price' | 'price-desc' | 'newest'
/** Position of a product in a list: its tier, its sort value (by relevance its place) and its id. */
export type ListPosition = { tier: number; value: number | null; id: string }

/** Limits the number of a cursor, which comes from outside, to PostgreSQL's integers. */
const clampToInteger = (value: number | null): number =>
  Math.max(0, Math.min(2_147_483_647, value ?? 0))

/** The sections of a list, by their position in it. Only the first has matches. */
export const SECTIONS = ['matches', 'close', 'unstated'] as const
export type Section = (typeof SECTIONS)[number]
export const isInSections = ({ stated, narrower }: Filter): boolean =>
  stated.length > 0 || narrower !== null

const sectionConditionsOf = ({ stated, narrower }: Filter): { rank: number; condition: Sql }[] => {
  const isStated = stated.length > 0 ? joinSql(stated.map(meets), ' AND ') : raw('true')
  const inSection = (section: Section, ...conditions: Sql[]) => ({
    rank: SECTIONS.indexOf(section) * SECTION_RANK,
    condition: joinSql(conditions, ' AND '),
  })
  if (narrower === null && stated.length === 0) return [inSection('matches', raw('true'))]
  return [
    inSection('matches', isStated, narrower ? hasWords(narrower) : raw('true')),
    ...(narrower ? [inSection('close', isStated, sql`NOT (${hasWords(narrower)})`)] : []),
    ...(stated.length > 0 ? [inSection('unstated', sql`NOT (${isStated})`)] : []),
  ]
}

/** The products of one section, which may be counted alone. */
export const sectionOf = (filter: Filter, section: Section): Sql | null => {
  const rank = SECTIONS.indexOf(section) * SECTION_RANK
  const found = sectionConditionsOf(filter).find((section) => section.rank === rank)
  return found ? joinSql([listConditionsOf(filter), found.condition], ' AND ') : null
}

/** The section that a position in a list belongs to. */
export const sectionAt = (tier: number): Section =>
  SECTIONS[Math.floor(tier / SECTION_RANK)] ?? 'unstated'

/** Each preference doubles the number of tiers. */
const MAX_PREFERENCES = 5

/** Listed after everything else, whatever the order: nobody sells them now. */
const availability = ({ isBuyable }: Filter) =>
  isBuyable ? [] : [{ rank: SOLD_OUT_RANK, condition: raw('is_buyable') }]

const rankingOf = (filter: Filter, sort: Sort) => [
  ...availability(filter),
  ...(sort === 'relevance'
    ? preferencesOf(filter)
    : filter.isMainColorFirst
      ? [mainColor(filter)]
      : []),
  ...(sort === 'price' || sort === 'price-desc' ? [COMPARABLE] : []),
]

/** Prices that no rate converts come after those that can be compared. */
const COMPARABLE = { rank: 1, condition: raw('euros IS NOT NULL') }

// Orange boots with black soles are not black boots, whatever else fits.
const mainColor = ({ colors }: Filter) => ({
  rank: SOLD_OUT_RANK >> 1,
  condition: sql`colors[1] = ANY (${colors}::text[])`,
})

/** In this order: the main colour, the filter's preferences, exactly the requested kind, plain products. */
const preferencesOf = (filter: Filter) => {
  const { kinds, widerKinds, colors, patterns, preferences: requested } = filter
  const preferences: { rank: number; condition: Sql }[] = []
  if (colors.length > 0) preferences.push(mainColor(filter))
  preferences.push(
    ...requested.slice(0, MAX_RANKED).map((preference, index) => ({
      rank: 4 << (MAX_RANKED - 1 - index),
      condition:
        'tags' in preference
          ? sql`tags && ${preference.tags}::text[]`
          : sql`sizes && ${preference.sizes}::text[]`,
    })),
  )
  if (kinds.length > 0 && widerKinds.length > 0)
    preferences.push({ rank: 2, condition: sql`kind = ANY (${kinds}::text[])` })
  // Somebody who asks for black without a pattern means plain black.
  if (colors.length > 0 && patterns.length === 0)
    preferences.push({ rank: 1, condition: sql`patterns <@ '{plain}'` })
  return preferences.slice(0, MAX_PREFERENCES)
}
const MAX_RANKED = 3
const SOLD_OUT_RANK = 8 << MAX_RANKED
const SECTION_RANK = 2 * SOLD_OUT_RANK
export const TIERS = SECTIONS.length * SECTION_RANK

type Order = {
  by: Sql
  value: Sql
  /** Condition for what follows a position within its tier. */
  after: (position: ListPosition) => Sql
}
const byPrice = (comparison: '<' | '>', direction: string): Order => ({
  by: raw(`euros ${direction}, product_id ${direction}`),
  value: raw('euros'),
  after: ({ value, id }) =>
    value === null
      ? sql`product_id ${raw(comparison)} ${id}::bigint`
      : sql`(euros, product_id) ${raw(comparison)} (${clampToReal(clampToInteger(value))}::real, ${id}::bigint)`,
})
export const ORDERS: Readonly<Record<Sort, Order>> = {
  relevance: {
    by: raw('place, product_id'),
    value: raw('place'),
    after: ({ value, id }) =>
      sql`(place, product_id) > (${Math.trunc(clampToInteger(value))}::integer, ${id}::bigint)`,
  },
  price: byPrice('>', 'ASC'),
  'price-desc': byPrice('<', 'DESC'),
  newest: {
    by: raw('product_id DESC'),
    value: raw('NULL'),
    after: ({ id }) => sql`product_id < ${id}::bigint`,
  },
}

export type ListRequest = { filter: Filter; sort: Sort; after: ListPosition | null; limit: number }

const tierOf = (filter: Filter, sort: Sort): Sql => {
  const ranks = rankingOf(filter, sort).map(
    ({ rank, condition }) => sql`CASE WHEN ${condition} THEN 0 ELSE ${raw(rank)} END`,
  )
  const section = sectionConditionsOf(filter).map(
    ({ rank, condition }) => sql`WHEN ${condition} THEN ${raw(rank)}`,
  )
  return joinSql([sql`CASE ${joinSql(section, ' ')} END`, ...ranks], ' + ')
}

/** Those of these products that a list has, in its order. */
export const sortSome = (
  { filter, sort }: Pick<ListRequest, 'filter' | 'sort'>,
  productIds: readonly string[],
): Sql => sql`
  SELECT product_id FROM (
    SELECT product_id, place, euros, ${tierOf(filter, sort)} AS tier FROM search.documents
    WHERE product_id = ANY (${productIds}::bigint[]) AND ${listConditionsOf(filter)}) listed
  ORDER BY tier, ${ORDERS[sort].by}`

/** For a short list: reads, counts and sorts all. A count above `maxCounted` means that it is long. */
export const sortMatches = (
  { filter, sort, after, limit }: ListRequest,
  maxCounted: number,
): Sql => {
  const order = ORDERS[sort]
  const beyond = after
    ? sql`(tier > ${after.tier}::integer
        OR tier = ${after.tier}::integer AND ${order.after(after)})`
    : raw('true')
  return sql`
    WITH matched AS MATERIALIZED (
      SELECT product_id, place, euros, ${tierOf(filter, sort)} AS tier
      FROM search.documents WHERE ${listConditionsOf(filter)} LIMIT ${maxCounted + 1})
    SELECT product_id, tier, listed, matches, unstated
    FROM (SELECT *, count(*) OVER ()::int AS listed,
        (count(*) FILTER (WHERE tier < ${raw(SECTION_RANK)}) OVER ())::int AS matches,
        (count(*) FILTER (WHERE tier >= ${raw(2 * SECTION_RANK)}) OVER ())::int AS unstated
      FROM matched) counted
    WHERE ${beyond}
    ORDER BY tier, ${order.by} LIMIT ${limit}`
}

/**
 * For many matches: an index in the order of the list soon finds the first ones, tier by tier. Tiers are
 * separate queries, because Citus would read all parts of a union even if the first one is enough.
 */
export const listTierConditions = ({ filter, sort, after }: Omit<ListRequest, 'limit'>) => {
  const order = ORDERS[sort]
  const preferences = rankingOf(filter, sort)
  const tiers = preferences.reduce(
    (all, { rank, condition }) =>
      all.flatMap(({ tier, where }) => [
        { tier, where: sql`${where} AND ${condition}` },
        { tier: tier + rank, where: sql`${where} AND NOT (${condition})` },
      ]),
    sectionConditionsOf(filter).map(({ rank, condition }) => ({
      tier: rank,
      where: sql`${listConditionsOf(filter, true)} AND ${condition}`,
    })),
  )
  return tiers
    .toSorted((a, b) => a.tier - b.tier)
    .filter(({ tier }) => tier >= (after?.tier ?? 0))
    .map(({ tier, where }) =>
      after?.tier === tier
        ? { tier, where: sql`${where} AND ${order.after(after)}` }
        : { tier, where },
    )
}
