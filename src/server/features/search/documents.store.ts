import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import {
  bounded,
  type Facet,
  FACETS,
  type Filter,
  type Position,
  PRICE_BANDS,
  type Sort,
} from './product-filter.ts'
import { documentCard } from './product-rows.ts'
import type { Description } from './words/describe-product.ts'
import { readVocabularyVersion } from './search-state.store.ts'

/** Matches are counted up to here. */
export const MOST_COUNTED = 10_000
/** Of more matches, so many tell which values there are. */
const SAMPLE = 500
const MAX_VALUES = 60
const MOST_REMEMBERED = 500
const REMEMBERED_MS = 5_000

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
const conditionsOf = (filter: Filter, isWalked = false) => {
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
const ORDERS: Readonly<Record<Sort, Order>> = {
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

type PageRequest = { filter: Filter; sort: Sort; after: Position | null; limit: number }

/** Few matches: all are read, counted and sorted. Of more than `most`, the count tells so. */
const sortMatches = ({ filter, sort, after, limit }: PageRequest, most: number) => {
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
const walkMatches = ({ filter, sort, after, limit }: PageRequest) => {
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

/** The card of somebody who is asked for, or the first. */
const cardFor = (people: string) => `coalesce((
  SELECT card FROM jsonb_array_elements(cards) WITH ORDINALITY AS one(card, line)
  WHERE (card ->> 'person')::integer = ANY (${people}) ORDER BY line LIMIT 1), cards -> 0) AS card`

const foundRow = z
  .object({
    card: documentCard,
    tier: z.number(),
    value: z.number().nullable(),
    own_id: z.string(),
    total: z.number().nullable(),
  })
  .transform(({ card, total, ...place }) => ({ row: { ...card, ...place }, total }))
const countRow = z.object({ total: z.number() })

const BAND = `width_bucket(euros::float8, ARRAY[${PRICE_BANDS.join(', ')}]::float8[])`
/** The column of each facet. Few lists differ: those are counted, and then their members. */
const COUNTED: Readonly<Record<Facet, { column: string; value: string; isList?: true }>> = {
  kind: { column: 'kind', value: 'kind' },
  colour: { column: 'colors', value: 'array_to_json(colors)::text', isList: true },
  size: { column: 'sizes', value: 'array_to_json(sizes)::text', isList: true },
  department: { column: 'departments', value: 'array_to_json(departments)::text', isList: true },
  brand: { column: 'brand', value: 'brand' },
  shop: { column: 'shops', value: 'array_to_json(shops)::text', isList: true },
  price: { column: 'band', value: 'band::text' },
  condition: { column: 'conditions', value: 'array_to_json(conditions)::text', isList: true },
  stock: { column: 'is_in_stock', value: `CASE WHEN is_in_stock THEN 'in_stock' END` },
}
const valueRow = z.object({
  facet: z.enum(FACETS),
  value: z.string().nullable(),
  count: z.number(),
})
export type FacetCount = { facet: Facet; value: string; count: number }

const members = ({ facet, value, count }: z.infer<typeof valueRow>): FacetCount[] => {
  if (value === null) return []
  if (!COUNTED[facet].isList) return [{ facet, value, count }]
  const list = JSON.parse(value) as readonly (string | number)[]
  // Nobody chooses what is not stated.
  return list
    .filter((member) => member !== '?')
    .map((member) => ({ facet, value: String(member), count }))
}

/** Of each facet, the values with the most products. */
const mostFrequent = (counted: readonly FacetCount[]): FacetCount[] =>
  FACETS.flatMap((name) => {
    const sums = new Map<string, number>()
    for (const { facet, value, count } of counted)
      if (facet === name) sums.set(value, (sums.get(value) ?? 0) + count)
    return [...sums]
      .map(([value, count]) => ({ facet: name, value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, MAX_VALUES)
  })

const countsText = (matches: string, wanted: readonly Facet[]) => `
  WITH matched AS MATERIALIZED (
    SELECT kind, colors, sizes, departments, brand, shops, conditions, is_in_stock, ${BAND} AS band
    FROM search.documents WHERE ${matches})
  SELECT CASE ${wanted.map((facet) => `WHEN GROUPING(${COUNTED[facet].column}) = 0 THEN '${facet}'`).join(' ')} END AS facet,
    CASE ${wanted.map((facet) => `WHEN GROUPING(${COUNTED[facet].column}) = 0 THEN ${COUNTED[facet].value}`).join(' ')} END AS value,
    count(*)::int AS count
  FROM matched
  GROUP BY GROUPING SETS (${wanted.map((facet) => `(${COUNTED[facet].column})`).join(', ')})`

const factsRow = z
  .object({
    product_key: z.string(),
    id: z.string(),
    kind: z.string().nullable(),
    colors: z.array(z.string()),
    patterns: z.array(z.string()),
    materials: z.array(z.string()),
    departments: z.array(z.enum(DEPARTMENTS)),
    tags: z.array(z.string()),
    euros: z.number().nullable(),
    is_drawn: z.boolean(),
  })
  .transform(({ product_key, is_drawn, ...facts }): [string, ProductFacts] => [
    product_key,
    { ...facts, isDrawn: is_drawn },
  ])
/** What ranking needs to know of a product. */
export type ProductFacts = Description & {
  id: string
  euros: number | null
  /** Its picture is one of the demo's drawings, not a photo. */
  isDrawn: boolean
}

const keyRow = z.object({ product_key: z.string() }).transform(({ product_key }) => product_key)
const keyedRow = z
  .object({ product_key: z.string(), card: documentCard })
  .transform(({ product_key, card }): [string, CatalogProduct] => [product_key, card])

type Stock = { kind: string | null; isInStock: boolean }
const stockRow = z
  .object({ product_key: z.string(), object_kind: z.string().nullable(), is_buyable: z.boolean() })
  .transform(({ product_key, object_kind, is_buyable }): [string, Stock] => [
    product_key,
    { kind: object_kind, isInStock: is_buyable },
  ])

/** Every search reads here, and nothing but `search.documents`. */
export const createDocumentsStore = (connection: Connection, mostCounted = MOST_COUNTED) => {
  let isFilled = false
  /** Whether products still lack documents, for some minutes after an upgrade. */
  const isPartial = async (): Promise<boolean> => {
    if (isFilled) return false
    isFilled = (await readVocabularyVersion(connection)) > 0
    return !isFilled
  }

  /** How many match; one more than are counted stands for all above. */
  const total = async (filter: Filter): Promise<number> => {
    const { where, values, bind } = conditionsOf(filter)
    const row = await readRow(
      connection,
      countRow,
      `SELECT count(*)::int AS total
      FROM (SELECT 1 FROM search.documents WHERE ${where} LIMIT ${bind(mostCounted + 1)}) matched`,
      values,
    )
    return row?.total ?? 0
  }

  /**
   * Whether a filter has more matches than are counted, for a moment: a list and its filters ask
   * together. Few are counted again with what is asked for; counting many first is cheaper.
   */
  const answers = new Map<string, { isMany: boolean; until: number }>()
  const remember = (filter: Filter, isMany: boolean) => {
    if (answers.size >= MOST_REMEMBERED) answers.clear()
    answers.set(JSON.stringify(filter), { isMany, until: performance.now() + REMEMBERED_MS })
  }
  const howMany = async (filter: Filter): Promise<'none' | 'few' | 'many'> => {
    const known = answers.get(JSON.stringify(filter))
    if (known && known.until > performance.now()) return known.isMany ? 'many' : 'few'
    const count = await total(filter)
    remember(filter, count > mostCounted)
    if (count === 0) return 'none'
    return count > mostCounted ? 'many' : 'few'
  }

  const read = (
    { filter, sort }: PageRequest,
    { text, values, bind }: ReturnType<typeof walkMatches>,
  ) => {
    const { by, value } = ORDERS[sort]
    return readRows(
      connection,
      foundRow,
      `SELECT ${cardFor(`${bind(filter.people)}::integer[]`)}, tier, (${value})::float8 AS value,
        product_id AS own_id, total
      FROM (${text}) chosen JOIN search.documents USING (product_id) ORDER BY tier, ${by}`,
      values,
    )
  }

  return {
    isPartial,
    total,

    /** With the number of all matches. */
    page: async (request: PageRequest) => {
      const { filter } = request
      const expected = await howMany(filter)
      if (expected === 'none') return { total: 0, rows: [] }
      if (expected === 'few') {
        const found = await read(request, sortMatches(request, mostCounted))
        const count = found[0]?.total ?? (await total(filter))
        if (count <= mostCounted) return { total: count, rows: found.map(({ row }) => row) }
        remember(filter, true)
      }
      const found = await read(request, walkMatches(request))
      return { total: mostCounted + 1, rows: found.map(({ row }) => row) }
    },

    /** How often each value occurs; beyond what is counted, in a sample. */
    counts: async (filter: Filter, facets: readonly Facet[]) => {
      if (facets.length === 0) return { total: await total(filter), isSample: false, values: [] }
      const countIn = async (isSample: boolean) => {
        const { where, values, bind } = conditionsOf(filter, isSample)
        const limit = isSample
          ? `ORDER BY place, product_id LIMIT ${bind(SAMPLE)}`
          : `LIMIT ${bind(mostCounted + 1)}`
        return readRows(connection, valueRow, countsText(`${where} ${limit}`, facets), values)
      }
      const expected = await howMany(filter)
      if (expected === 'none') return { total: 0, isSample: false, values: [] }
      if (expected === 'few') {
        const rows = await countIn(false)
        // Each match has one value of a facet, or null.
        const count = rows.reduce((sum, row) => sum + (row.facet === facets[0] ? row.count : 0), 0)
        if (count <= mostCounted)
          return { total: count, isSample: false, values: mostFrequent(rows.flatMap(members)) }
        remember(filter, true)
      }
      const rows = await countIn(true)
      return {
        total: mostCounted + 1,
        isSample: true,
        values: mostFrequent(rows.flatMap(members)),
      }
    },

    /** Those of the given products that pass a filter. */
    facts: async (productKeys: readonly string[], filter: Filter) => {
      const { where, values, bind } = conditionsOf(filter)
      return new Map(
        await readRows(
          connection,
          factsRow,
          `SELECT product_key, product_id AS id, kind, colors, patterns, materials, departments,
            tags, euros,
            coalesce(cards -> 0 ->> 'product_image' LIKE '/media/demo/products/%', false) AS is_drawn
          FROM search.documents
          WHERE product_key = ANY (${bind(productKeys)}::uuid[]) AND ${where}`,
          values,
        ),
      )
    },

    /** At most `limit` that pass a filter: any, or always the same ones. */
    keys: async (filter: Filter, limit: number, isStable = false) => {
      const { where, values, bind } = conditionsOf(filter)
      const order = isStable ? 'ORDER BY place, product_id' : ''
      return readRows(
        connection,
        keyRow,
        `SELECT product_key FROM search.documents WHERE ${where} ${order} LIMIT ${bind(limit)}`,
        values,
      )
    },

    /** Some products that are mainly of a colour, always the same ones. */
    ofColour: (colour: string, limit: number) =>
      readRows(
        connection,
        keyRow,
        `SELECT product_key FROM search.documents
        WHERE colors && ARRAY[$1::text] AND colors[1] = $1 ORDER BY place, product_id LIMIT $2`,
        [colour, limit],
      ),

    /** As cards, by the keys of their vectors. */
    byKeys: async (productKeys: readonly string[]) =>
      new Map(
        await readRows(
          connection,
          keyedRow,
          {
            name: 'documents-by-key',
            text: `SELECT product_key, cards -> 0 AS card
              FROM search.documents WHERE product_key = ANY ($1::uuid[])`,
          },
          [productKeys],
        ),
      ),

    /** What kind of thing each is, as stated or seen, and whether somebody sells it. */
    stockOf: async (productKeys: readonly string[]) =>
      new Map(
        await readRows(
          connection,
          stockRow,
          {
            name: 'stock-by-key',
            text: `SELECT product_key, object_kind, is_buyable
              FROM search.documents WHERE product_key = ANY ($1::uuid[])`,
          },
          [productKeys],
        ),
      ),
  }
}
export type DocumentsStore = ReturnType<typeof createDocumentsStore>
