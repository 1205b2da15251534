import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import type { FacetIndex } from './facet-index/facet-index.ts'
import {
  bounded,
  type Facet,
  FACETS,
  type Filter,
  type FoundPlace,
  type Position,
  PRICE_BANDS,
  type Sort,
} from './facet-index/product-filter.ts'
import { CARD_COLUMNS, CARD_JOINS, cardRow } from './product-rows.ts'

const MAX_VALUES = 60

/** The most there are by relevance: exact kind or not, main colour or not, plain or not. */
export const TIERS = 8

/** Of a row of facets. */
const IS_BUYABLE = `EXISTS (SELECT FROM catalog.offers WHERE offers.product_id = facets.product_id
  AND url <> '' AND coalesce(availability NOT IN ('out_of_stock', 'removed'), true))`

/** A word of the index may contain a quote or a colon, which mean something to tsquery. */
const quoted = (word: string): string =>
  `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':AB`

const queryOf = (words: readonly (readonly string[])[]): string =>
  words.map((group) => `(${group.map(quoted).join(' | ')})`).join(' & ')

/** Conditions with numbered parameters, in one list for all statements. */
export const conditionsOf = (filter: Filter) => {
  const values: unknown[] = []
  const parts: string[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const anyOf = (column: string, type: string, list: readonly unknown[]) => {
    if (list.length > 0) parts.push(`${column} = ANY (${bind(list)}::${type}[])`)
  }
  const overlaps = (column: string, type: string, list: readonly unknown[]) => {
    if (list.length > 0) parts.push(`${column} && ${bind(list)}::${type}[]`)
  }
  anyOf('kind', 'text', [...filter.kinds, ...filter.widerKinds])
  overlaps('colors', 'text', filter.colours)
  overlaps('patterns', 'text', filter.patterns)
  overlaps('materials', 'text', filter.materials)
  anyOf('brand', 'text', filter.brands)
  overlaps('shops', 'integer', filter.shops)
  overlaps('conditions', 'text', filter.conditions)
  if (filter.isInStock) parts.push('is_in_stock')
  if (filter.minEuros !== null) parts.push(`euros >= ${bind(filter.minEuros)}::real`)
  if (filter.maxEuros !== null) parts.push(`euros <= ${bind(filter.maxEuros)}::real`)
  if (filter.minAmount !== null) parts.push(`amount >= ${bind(filter.minAmount)}::numeric`)
  if (filter.maxAmount !== null) parts.push(`amount <= ${bind(filter.maxAmount)}::numeric`)
  if (filter.people.length > 0)
    parts.push(`product_id IN (SELECT product_id FROM catalog.worn_items
      WHERE person_id = ANY (${bind(filter.people)}::integer[]) AND is_first_of_person)`)
  if (filter.words !== null) {
    const query = `${bind(queryOf(filter.words))}::tsquery`
    parts.push(`product_id IN (
      SELECT product_id FROM catalog.worn_items WHERE search @@ ${query}
      UNION ALL SELECT id FROM catalog.products WHERE worn_count = 0 AND search @@ ${query})`)
  }
  if (filter.within) {
    const { kinds, productIds } = filter.within
    parts.push(
      `(kind = ANY (${bind(kinds)}::text[]) OR product_id = ANY (${bind(productIds)}::bigint[]))`,
    )
  }
  if (filter.isBuyable) parts.push(IS_BUYABLE)
  return { where: parts.length > 0 ? parts.join(' AND ') : 'true', values, bind }
}

const foundRow = cardRow.extend({
  tier: z.number(),
  value: z.number().nullable(),
  own_id: z.string(),
})
const countRow = z.object({ total: z.number() })
const valueRow = z.object({
  facet: z.enum(FACETS),
  value: z.string(),
  label: z.string().nullable(),
  count: z.number(),
})

const shopRow = z
  .object({ id: z.string(), name: z.string() })
  .transform(({ id, name }): [string, string] => [id, name])

type Bind = (value: unknown) => string

const ORDER: Readonly<
  Record<
    Exclude<Sort, 'relevance'>,
    { by: string; value: string; after: (position: Position, bind: Bind) => string }
  >
> = {
  price: {
    by: 'euros, product_id',
    value: 'euros',
    after: ({ value, id }, bind) =>
      `(euros, product_id) > (${bind(bounded(value))}::real, ${bind(id)}::bigint)`,
  },
  'price-desc': {
    by: 'euros DESC, product_id DESC',
    value: 'euros',
    after: ({ value, id }, bind) =>
      `(euros, product_id) < (${bind(bounded(value))}::real, ${bind(id)}::bigint)`,
  },
  newest: {
    by: 'product_id DESC',
    value: 'NULL::real',
    after: ({ id }, bind) => `product_id < ${bind(id)}::bigint`,
  },
}

type Index = Pick<FacetIndex, 'total' | 'page' | 'counts'>

const always = () => 'true'

/** Products that are already chosen, as the other lists of chosen ones are. */
const listed = (places: readonly FoundPlace[]) => ({
  text: `SELECT product_id, tier, value, line FROM unnest($1::bigint[], $2::integer[], $3::float8[])
    WITH ORDINALITY AS place(product_id, tier, value, line)`,
  values: [
    places.map(({ id }) => id),
    places.map(({ tier }) => tier),
    places.map(({ value }) => value),
  ] as unknown[],
})

type Counted = { facet: Facet; value: string; count: number }

/** As the database orders and limits them. */
const mostFrequent = (counted: readonly Counted[]): Counted[] =>
  FACETS.flatMap((name) =>
    counted
      .filter(({ facet }) => facet === name)
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, MAX_VALUES),
  )

/** Lists and counts; from memory where `index` has it, with the same results. */
export const createFilteredStore = (connection: Connection, index: Index) => {
  const total = async (filter: Filter): Promise<number> => {
    const indexedTotal = await index.total(filter)
    if (indexedTotal !== null) return indexedTotal
    const { where, values } = conditionsOf(filter)
    const row = await readRow(
      connection,
      countRow,
      `SELECT count(*)::int AS total FROM catalog.facets WHERE ${where}`,
      values,
    )
    return row?.total ?? 0
  }

  /** Tiers by relevance: of exactly this kind, mainly this colour and without a pattern first. */
  const byRelevance = (filter: Filter, after: Position | null, limit: number) => {
    const { where, values, bind } = conditionsOf(filter)
    // Bound where they are used: PostgreSQL refuses a parameter of a tier that is left out.
    const kinds = () => `${bind(filter.kinds)}::text[]`
    const colours = () => `${bind(filter.colours)}::text[]`
    const isExact =
      filter.kinds.length > 0 && filter.widerKinds.length > 0
        ? [() => `kind = ANY (${kinds()})`, () => `kind <> ALL (${kinds()})`]
        : [always]
    const isMain =
      filter.colours.length > 0
        ? [() => `colors[1] = ANY (${colours()})`, () => `colors[1] <> ALL (${colours()})`]
        : [always]
    // Whoever asks for black, and for no pattern, means plain black.
    const isPlain =
      filter.colours.length > 0 && filter.patterns.length === 0
        ? [() => `patterns <@ '{plain}'`, () => `NOT patterns <@ '{plain}'`]
        : [always]
    const count = bind(limit)
    const tiers = isExact.flatMap((kind) =>
      isMain.flatMap((colour) => isPlain.map((plain) => [kind, colour, plain])),
    )
    const queries = tiers.flatMap((conditions, tier) => {
      if (after && tier < after.tier) return []
      const beyond =
        after?.tier === tier
          ? `AND (place, product_id) > (${bind(Math.trunc(bounded(after.value)))}::integer, ${bind(after.id)}::bigint)`
          : ''
      const condition = conditions.map((one) => one()).join(' AND ')
      return [
        `(SELECT product_id, ${tier} AS tier, place::float8 AS value, row_number() OVER () AS line
        FROM (SELECT product_id, place FROM catalog.facets
          WHERE ${where} AND ${condition} ${beyond} ORDER BY place, product_id LIMIT ${count}) one)`,
      ]
    })
    return { text: `SELECT * FROM (${queries.join(' UNION ALL ')}) every LIMIT ${count}`, values }
  }

  const bySort = (
    filter: Filter,
    sort: Exclude<Sort, 'relevance'>,
    after: Position | null,
    limit: number,
  ) => {
    const { where, values, bind } = conditionsOf(filter)
    const { by, value, after: beyondOf } = ORDER[sort]
    // Prices that cannot be compared are not listed by price.
    const isComparable = sort === 'newest' ? 'true' : 'euros IS NOT NULL'
    const beyond = after ? `AND ${beyondOf(after, bind)}` : ''
    return {
      text: `SELECT product_id, 0 AS tier, (${value})::float8 AS value, row_number() OVER () AS line
        FROM (SELECT * FROM catalog.facets WHERE ${where} AND ${isComparable} ${beyond}
          ORDER BY ${by} LIMIT ${bind(limit)}) one`,
      values,
    }
  }

  const withLabels = async (counted: readonly Counted[]) => {
    const ids = counted.flatMap(({ facet, value }) => (facet === 'shop' ? [value] : []))
    const names = new Map(
      ids.length === 0
        ? []
        : await readRows(
            connection,
            shopRow,
            'SELECT id::text, name FROM catalog.shops WHERE id = ANY ($1::integer[])',
            [ids],
          ),
    )
    // A shop that is removed stays in the facets of its products until they are described again.
    return counted.flatMap(({ facet, value, count }) => {
      const label = facet === 'shop' ? names.get(value) : null
      return label === undefined ? [] : [{ facet, value, count, label }]
    })
  }

  return {
    total,

    page: async (filter: Filter, sort: Sort, after: Position | null, limit: number) => {
      const indexedPage = await index.page(filter, sort, after, limit)
      const chosen = indexedPage
        ? listed(indexedPage)
        : sort === 'relevance'
          ? byRelevance(filter, after, limit)
          : bySort(filter, sort, after, limit)
      const person = `$${chosen.values.push(filter.people)}::integer[]`
      return readRows(
        connection,
        foundRow,
        `SELECT ${CARD_COLUMNS}, chosen.tier, chosen.value, product.id AS own_id
        FROM (${chosen.text}) chosen
        JOIN catalog.products product ON product.id = chosen.product_id
        LEFT JOIN LATERAL (SELECT * FROM catalog.worn_items WHERE worn_items.product_id = product.id
          ORDER BY (person_id = ANY (${person})) IS NOT TRUE, id LIMIT 1) worn ON true
        ${CARD_JOINS}
        ORDER BY chosen.tier, chosen.line`,
        chosen.values,
      )
    },

    counts: async (filter: Filter, facets: readonly Facet[]) => {
      const indexedCounts = await index.counts(filter, facets)
      if (indexedCounts) return withLabels(mostFrequent(indexedCounts))
      const { where, values } = conditionsOf(filter)
      return readRows(connection, valueRow, countsText(where, facets), values)
    },
  }
}
export type FilteredStore = ReturnType<typeof createFilteredStore>

const BAND = `width_bucket(euros::float8, ARRAY[${PRICE_BANDS.join(', ')}]::float8[])`
const GROUPED: Readonly<Record<Facet, string>> = {
  kind: `SELECT kind AS value, NULL AS label, count(*) FROM matched WHERE kind IS NOT NULL GROUP BY 1`,
  colour: `SELECT value, NULL, count(*) FROM matched, unnest(colors) AS value GROUP BY 1`,
  brand: `SELECT brand, NULL, count(*) FROM matched WHERE brand IS NOT NULL GROUP BY 1`,
  shop: `SELECT shop.id::text, shop.name, counted.count FROM (
    SELECT value, count(*) FROM matched, unnest(shops) AS value GROUP BY 1) counted
    JOIN catalog.shops shop ON shop.id = counted.value`,
  price: `SELECT ${BAND}::text, NULL, count(*) FROM matched WHERE euros IS NOT NULL GROUP BY 1`,
  condition: `SELECT value, NULL, count(*) FROM matched, unnest(conditions) AS value GROUP BY 1`,
  stock: `SELECT 'in_stock', NULL, count(*) FROM matched WHERE is_in_stock HAVING count(*) > 0`,
}
const countsText = (where: string, wanted: readonly Facet[]) => `
  WITH matched AS MATERIALIZED (
    SELECT kind, colors, brand, shops, conditions, is_in_stock, euros FROM catalog.facets WHERE ${where})
  ${wanted
    .map(
      (facet) => `(SELECT '${facet}' AS facet, value, label, count::int FROM (${GROUPED[facet]}) AS
        grouped(value, label, count) ORDER BY count DESC, value COLLATE "C" LIMIT ${MAX_VALUES})`,
    )
    .join(' UNION ALL ')}`
