import { bounded, type Filter, type Position, type Sort } from './product-filter.ts'

type Bind = (value: unknown) => string

/** A word of the index may contain a quote or a colon, which mean something to tsquery. */
const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const queryOf = (words: readonly (readonly string[])[]): string =>
  words.map((group) => `(${group.map(quoted).join(' | ')})`).join(' & ')

/**
 * Conditions with numbered parameters, in one list for all parts of a statement. One index joins kind and
 * brand with everything else; joining the bitmaps of several indexes takes far longer. Where a list is
 * walked in its order, or a kind or a brand is all there is, their own indexes are better.
 */
export const conditionsOf = (filter: Filter, isWalked = false) => {
  const values: unknown[] = []
  const parts: string[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const anyOf = (column: string, list: readonly string[]) => {
    // An index by kind and place is in the order of places only for one kind.
    if (list.length === 1) parts.push(`${column} = ${bind(list[0])}::text`)
    else if (list.length > 0) parts.push(`${column} = ANY (${bind(list)}::text[])`)
  }
  const overlaps = (column: string, type: string, list: readonly unknown[]) => {
    if (list.length > 0) parts.push(`${column} && ${bind(list)}::${type}[]`)
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
    parts.push(`colors[1] = ANY (${bind(filter.colours)}::text[])`)
  if (filter.isInStock) parts.push('is_in_stock')
  if (filter.minEuros !== null) parts.push(`euros >= ${bind(filter.minEuros)}::real`)
  if (filter.maxEuros !== null) parts.push(`euros <= ${bind(filter.maxEuros)}::real`)
  if (filter.minAmount !== null) parts.push(`amount >= ${bind(filter.minAmount)}::numeric`)
  if (filter.maxAmount !== null) parts.push(`amount <= ${bind(filter.maxAmount)}::numeric`)
  if (filter.words !== null) parts.push(`words @@ ${bind(queryOf(filter.words))}::tsquery`)
  if (filter.within) {
    const { kinds, productIds } = filter.within
    parts.push(
      `(kind = ANY (${bind(kinds)}::text[]) OR product_id = ANY (${bind(productIds)}::bigint[]))`,
    )
  }
  if (filter.isBuyable) parts.push('is_buyable')
  for (const group of filter.tags) overlaps('tags', 'text', group)
  const { kinds, colours, patterns, materials, conditions, tags } = filter.unwanted
  const without = (column: string, list: readonly string[]) => {
    if (list.length > 0) parts.push(`NOT ${column} && ${bind(list)}::text[]`)
  }
  if (kinds.length > 0) parts.push(`(kind = ANY (${bind(kinds)}::text[])) IS NOT TRUE`)
  without('colors', colours)
  without('patterns', patterns)
  without('materials', materials)
  without('conditions', conditions)
  without('tags', tags)
  return { where: parts.length > 0 ? parts.join(' AND ') : 'true', values, bind }
}

/** Each doubles the number of tiers. */
const MOST_PREFERENCES = 5

/** What comes first by relevance: mainly this colour, what is preferred, exactly this kind, plain. */
const preferencesOf = (filter: Filter, bind: Bind) => {
  const { kinds, widerKinds, colours, patterns, first } = filter
  const preferences: { rank: number; condition: () => string }[] = []
  // Bound where they are used: PostgreSQL refuses a parameter that is left out.
  // Orange boots with black soles are no black boots, whatever else fits.
  if (colours.length > 0)
    preferences.push({
      rank: TIERS >> 1,
      condition: () => `colors[1] = ANY (${bind(colours)}::text[])`,
    })
  preferences.push(
    ...first.slice(0, MOST_FIRST).map((wish, index) => ({
      rank: 4 << (MOST_FIRST - 1 - index),
      condition: () =>
        'tags' in wish
          ? `tags && ${bind(wish.tags)}::text[]`
          : `sizes && ${bind(wish.sizes)}::text[]`,
    })),
  )
  if (kinds.length > 0 && widerKinds.length > 0)
    preferences.push({ rank: 2, condition: () => `kind = ANY (${bind(kinds)}::text[])` })
  // Whoever asks for black, and for no pattern, means plain black.
  if (colours.length > 0 && patterns.length === 0)
    preferences.push({ rank: 1, condition: () => `patterns <@ '{plain}'` })
  return preferences.slice(0, MOST_PREFERENCES)
}
const MOST_FIRST = 3
export const TIERS = 8 << MOST_FIRST

type Order = {
  by: string
  value: string
  /** Prices that cannot be compared are not listed by price. */
  where: string
  /** What follows a position in its tier. */
  after: (position: Position, bind: Bind) => string
}
const byPrice = (comparison: '<' | '>', direction: string): Order => ({
  by: `euros ${direction}, product_id ${direction}`,
  value: 'euros',
  where: 'euros IS NOT NULL',
  after: ({ value, id }, bind) =>
    `(euros, product_id) ${comparison} (${bind(bounded(value))}::real, ${bind(id)}::bigint)`,
})
export const ORDERS: Readonly<Record<Sort, Order>> = {
  relevance: {
    by: 'place, product_id',
    value: 'place',
    where: 'true',
    after: ({ value, id }, bind) =>
      `(place, product_id) > (${bind(Math.trunc(bounded(value)))}::integer, ${bind(id)}::bigint)`,
  },
  price: byPrice('>', 'ASC'),
  'price-desc': byPrice('<', 'DESC'),
  newest: {
    by: 'product_id DESC',
    value: 'NULL',
    where: 'true',
    after: ({ id }, bind) => `product_id < ${bind(id)}::bigint`,
  },
}

export type PageRequest = { filter: Filter; sort: Sort; after: Position | null; limit: number }

/** Few matches: all are read, counted and sorted. Of more than `most`, the count tells so. */
export const sortMatches = ({ filter, sort, after, limit }: PageRequest, most: number) => {
  const { where, values, bind } = conditionsOf(filter)
  const order = ORDERS[sort]
  const preferences = sort === 'relevance' ? preferencesOf(filter, bind) : []
  const tier = preferences
    .map(({ rank, condition }) => `CASE WHEN ${condition()} THEN 0 ELSE ${rank} END`)
    .join(' + ')
  const beyond = after
    ? `(tier > ${bind(after.tier)}::integer
        OR tier = ${bind(after.tier)}::integer AND ${order.after(after, bind)})`
    : 'true'
  const text = `
    WITH matched AS MATERIALIZED (
      SELECT product_id, place, euros, ${tier || '0'} AS tier
      FROM search.documents WHERE ${where} LIMIT ${bind(most + 1)})
    SELECT product_id, tier, total
    FROM (SELECT *, count(*) OVER ()::int AS total FROM matched) counted
    WHERE ${order.where} AND ${beyond}
    ORDER BY tier, ${order.by} LIMIT ${bind(limit)}`
  return { text, values, bind }
}

/** Many matches: an index in the order of the list finds the first ones soon, tier by tier. */
export const walkMatches = ({ filter, sort, after, limit }: PageRequest) => {
  const { where, values, bind } = conditionsOf(filter, true)
  const order = ORDERS[sort]
  const count = bind(limit)
  const preferences = sort === 'relevance' ? preferencesOf(filter, bind) : []
  const tiers = preferences.reduce(
    (all, { rank, condition }) =>
      all.flatMap((tier) => [
        { ...tier, conditions: [...tier.conditions, condition] },
        {
          tier: tier.tier + rank,
          conditions: [...tier.conditions, () => `NOT (${condition()})`],
        },
      ]),
    [{ tier: 0, conditions: [] as (() => string)[] }],
  )
  const texts = tiers
    .filter(({ tier }) => tier >= (after?.tier ?? 0))
    .map(({ tier, conditions }) => {
      const isIn = conditions.map((condition) => `AND ${condition()}`).join(' ')
      const beyond = after?.tier === tier ? `AND ${order.after(after, bind)}` : ''
      return `(SELECT product_id, ${tier} AS tier, NULL::int AS total FROM search.documents
        WHERE ${where} AND ${order.where} ${isIn} ${beyond} ORDER BY ${order.by} LIMIT ${count})`
    })
  return { text: `SELECT * FROM (${texts.join(' UNION ALL ')}) every LIMIT ${count}`, values, bind }
}
