import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { raw, readRows, readValue, readValues, sql, type Sql } from '#server/core/db/sql.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { appearanceSchema } from '#shared/contract/offline-products.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import {
  ORDERS,
  type ListRequest,
  isInSections,
  type Section,
  sectionOf,
  SECTIONS,
  sortMatches,
  sortSome,
  listTierConditions,
} from './list-order.store.ts'
import {
  buildConditions,
  EURO_BANDS,
  type Facet,
  FACETS,
  type Filter,
  hasWords,
  type PriceBands,
  listConditionsOf,
} from './product-filter.store.ts'
import { documentCard, readVocabularyVersion } from '#server/features/catalog/index.ts'
import type { ProductDescription } from '#server/features/catalog/description/index.ts'

export const MAX_COUNTED = 10_000
/** Above that, values are read from a sample of this size. */
const SAMPLE = 500
export const MAX_VALUES = 60
const MAX_REMEMBERED = 500
const REMEMBERED_MS = 5_000

/** The card of a requested person, or else the first. */
const cardFor = (people: readonly number[]) => sql`coalesce((
  SELECT card FROM jsonb_array_elements(cards) WITH ORDINALITY AS listed(card, line)
  WHERE (card ->> 'person')::integer = ANY (${people}::integer[]) ORDER BY line LIMIT 1), cards -> 0) AS card`

const listedRow = z
  .object({
    card: documentCard,
    tier: z.number(),
    value: z.number().nullable(),
    own_id: z.string(),
  })
  .transform(({ card, ...place }) => ({ ...card, ...place }))
const countedRow = z
  .looseObject({ listed: z.number(), matches: z.number(), unstated: z.number() })
  .transform(({ listed, matches, unstated, ...row }) => ({
    listed,
    totals: { matches, close: listed - matches - unstated, unstated },
    row: listedRow.parse(row),
  }))
/** How many products each section of a list has. */
export type SectionTotals = Readonly<Record<Section, number>>

/** The column of each facet. Lists are counted as a whole, as few differ, and then by member. */
const FACET_COLUMNS: Readonly<Record<Facet, { column: string; value: string; isList?: true }>> = {
  kind: { column: 'kind', value: 'kind' },
  colour: { column: 'colors', value: 'array_to_json(colors)::text', isList: true },
  size: { column: 'sizes', value: 'array_to_json(sizes)::text', isList: true },
  department: { column: 'departments', value: 'array_to_json(departments)::text', isList: true },
  brand: { column: 'brand', value: 'brand' },
  shop: { column: 'shops', value: 'array_to_json(shops)::text', isList: true },
  price: { column: 'bands', value: 'array_to_json(bands)::text', isList: true },
  condition: { column: 'conditions', value: 'array_to_json(conditions)::text', isList: true },
  stock: { column: 'is_in_stock', value: `CASE WHEN is_in_stock THEN 'in_stock' END` },
}
const valueRow = z.object({
  facet: z.enum(FACETS),
  value: z.string().nullable(),
  count: z.number(),
})
/** The product as replies have it, without its position. */
export const toListedProduct = ({
  tier: _tier,
  value: _value,
  own_id: _id,
  ...product
}: z.infer<typeof listedRow>): CatalogProduct => product

const NOTHING: SectionTotals = { matches: 0, close: 0, unstated: 0 }

export type FacetCount = { facet: Facet; value: string; count: number }

/** The departments under which a product is listed: unisex is for all adults. */
const listDepartments = (departments: readonly string[]): string[] => [
  ...new Set([...departments, ...(departments.includes('unisex') ? ['women', 'men'] : [])]),
]

const memberCounts = ({ facet, value, count }: z.infer<typeof valueRow>): FacetCount[] => {
  if (value === null) return []
  if (!FACET_COLUMNS[facet].isList) return [{ facet, value, count }]
  const list = (JSON.parse(value) as readonly (string | number)[]).map(String)
  const members = facet === 'department' ? listDepartments(list) : list
  // `?` means not stated, which cannot be chosen.
  return members
    .filter((member) => member !== '?')
    .map((member) => ({ facet, value: member, count }))
}

const mostFrequentValues = (counted: readonly FacetCount[]): FacetCount[] =>
  FACETS.flatMap((name) => {
    const sums = new Map<string, number>()
    for (const { facet, value, count } of counted)
      if (facet === name) sums.set(value, (sums.get(value) ?? 0) + count)
    return (
      [...sums]
        .map(([value, count]) => ({ facet: name, value, count }))
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        // All kinds are kept, because the count of a kind includes those of its narrower kinds.
        .slice(0, name === 'kind' ? sums.size : MAX_VALUES)
    )
  })

const countsOf = (matches: Sql, requestedFacets: readonly Facet[], { euros }: PriceBands) => {
  const facets = requestedFacets.map((facet) => ({ facet, ...FACET_COLUMNS[facet] }))
  const caseOfEach = (result: (facet: (typeof facets)[number]) => string) =>
    raw(facets.map((facet) => `WHEN GROUPING(${facet.column}) = 0 THEN ${result(facet)}`).join(' '))
  return sql`
    WITH matched AS MATERIALIZED (
      SELECT kind, colors, sizes, departments, brand, shops, conditions, is_in_stock,
        -- A price on the bound of two bands is within both, as filters are. The bounds are rounded
        -- like prices, because in another currency they are no round amounts of euros.
        CASE WHEN euros IS NULL THEN '{}' WHEN euros = bounds[bucket] THEN ARRAY[bucket - 1, bucket]
          ELSE ARRAY[bucket] END AS bands
      FROM (SELECT kind, colors, sizes, departments, brand, shops, conditions, is_in_stock, euros
          FROM search.documents WHERE ${matches}) matches,
        (SELECT ${[...euros]}::real[] AS bounds) given,
        LATERAL (SELECT width_bucket(euros, bounds) AS bucket) placed)
    SELECT CASE ${caseOfEach(({ facet }) => `'${facet}'`)} END AS facet,
      CASE ${caseOfEach(({ value }) => value)} END AS value, count(*)::int AS count
    FROM matched
    GROUP BY GROUPING SETS (${raw(facets.map(({ column }) => `(${column})`).join(', '))})`
}

const factsRow = z
  .object({
    ...appearanceSchema.shape,
    product_key: z.string(),
    id: z.string(),
    departments: z.array(z.enum(DEPARTMENTS)),
    sources: z.object({ title: appearanceSchema, stated: appearanceSchema }).nullable(),
    tags: z.array(z.string()),
    euros: z.number().nullable(),
    is_drawn: z.boolean(),
  })
  .transform(({ product_key, is_drawn, ...facts }): [string, RankingFacts] => [
    product_key,
    { ...facts, isDrawn: is_drawn },
  ])
/** What ranking needs of a product. */
export type RankingFacts = ProductDescription & {
  id: string
  euros: number | null
  /** Whether its picture is a drawing of the demo instead of a photo. */
  isDrawn: boolean
}

const groupRow = z.object({
  kind: z.string(),
  colors: z.array(z.string()),
  patterns: z.array(z.string()),
  materials: z.array(z.string()),
  departments: z.array(z.string()),
  count: z.number(),
})
const personKindRow = z.object({ personId: z.number(), kind: z.string() })
const brandRow = z.object({ brand: z.string(), kind: z.string(), count: z.number() })
/** The smallest groups of a large catalogue are left out. */
const MAX_GROUPS = 20_000

const keyedRow = z
  .object({ product_key: z.string(), card: documentCard })
  .transform(({ product_key, card }): [string, CatalogProduct] => [product_key, card])

const titledRow = z.object({ card: documentCard })

type ProductStock = { kind: string | null; isInStock: boolean }
const stockRow = z
  .object({ product_key: z.string(), object_kind: z.string().nullable(), is_buyable: z.boolean() })
  .transform(({ product_key, object_kind, is_buyable }): [string, ProductStock] => [
    product_key,
    { kind: object_kind, isInStock: is_buyable },
  ])

/** Every search reads from here, and only from `search.documents`. */
export const createDocumentsStore = (connection: Connection, maxCounted = MAX_COUNTED) => {
  let isFilled = false
  /** Whether products still lack documents, for some minutes after an upgrade. */
  const isPartial = async (): Promise<boolean> => {
    if (isFilled) return false
    isFilled = (await readVocabularyVersion(connection)) > 0
    return !isFilled
  }

  const countWhere = async (conditions: Sql): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM (SELECT 1 FROM search.documents WHERE ${conditions}
        LIMIT ${maxCounted + 1}) matched`) ?? 0

  /** The number of matches, at most one more than is counted. */
  const total = (filter: Filter): Promise<number> => countWhere(buildConditions(filter))

  const totalsOf = async (filter: Filter): Promise<SectionTotals> => {
    const [matches = 0, close = 0, unstated = 0] = await Promise.all(
      SECTIONS.map(async (section) => {
        const conditions = sectionOf(filter, section)
        return conditions ? countWhere(conditions) : 0
      }),
    )
    return { matches, close, unstated }
  }

  /**
   * Briefly remembers which filters have more matches than are counted, because a list and its facets
   * request the same. Few matches are counted again in the main query; many need a cheaper one.
   */
  const sizesByFilter = new Map<string, { isMany: boolean; until: number }>()
  const remember = (key: string, isMany: boolean) => {
    if (sizesByFilter.size >= MAX_REMEMBERED) sizesByFilter.clear()
    sizesByFilter.set(key, { isMany, until: performance.now() + REMEMBERED_MS })
  }
  const estimate = async (key: string, conditions: Sql): Promise<'none' | 'few' | 'many'> => {
    const answer = sizesByFilter.get(key)
    if (answer && answer.until > performance.now()) return answer.isMany ? 'many' : 'few'
    const count = await countWhere(conditions)
    remember(key, count > maxCounted)
    if (count === 0) return 'none'
    return count > maxCounted ? 'many' : 'few'
  }
  const matchesKey = (filter: Filter) => JSON.stringify(filter)
  /** A list without further sections is as long as it has matches. */
  const listKey = (filter: Filter) =>
    isInSections(filter) ? `list ${JSON.stringify(filter)}` : matchesKey(filter)

  /** For few matches, with their number. */
  const readSorted = (request: ListRequest) => {
    const { by, value } = ORDERS[request.sort]
    return readRows(connection, countedRow)`
      SELECT ${cardFor(request.filter.people)}, tier, (${value})::float8 AS value,
        product_id AS own_id, listed, matches, unstated
      FROM (${sortMatches(request, maxCounted)}) chosen JOIN search.documents USING (product_id)
      ORDER BY tier, ${by}`
  }

  const readInOrder = async (request: ListRequest) => {
    const { by, value } = ORDERS[request.sort]
    const rows: z.infer<typeof listedRow>[] = []
    for (const { tier, where } of listTierConditions(request)) {
      const next = await readRows(connection, listedRow)`
        SELECT ${cardFor(request.filter.people)}, ${raw(tier)} AS tier, (${value})::float8 AS value,
          product_id AS own_id
        FROM search.documents WHERE ${where} ORDER BY ${by} LIMIT ${request.limit - rows.length}`
      rows.push(...next)
      if (rows.length === request.limit) break
    }
    return rows
  }

  return {
    isPartial,
    total,

    /** Whether prices of products lack a rate. */
    hasUnconvertedPrices: async (): Promise<boolean> =>
      (await readValue(connection, z.boolean())`
        SELECT EXISTS (SELECT FROM search.documents
          WHERE euros IS NULL AND amount IS NOT NULL AND currency IS NOT NULL)`) ?? false,

    /** A page of a list: the matches and, after them, its other sections; with the size of each section. */
    page: async (request: ListRequest) => {
      const { filter } = request
      const key = listKey(filter)
      const expected = await estimate(key, listConditionsOf(filter))
      if (expected === 'none') return { totals: NOTHING, rows: [] }
      if (expected === 'few') {
        const sorted = await readSorted(request)
        const [first] = sorted
        if ((first?.listed ?? 0) <= maxCounted)
          return {
            totals: first?.totals ?? (await totalsOf(filter)),
            rows: sorted.map(({ row }) => row),
          }
        remember(key, true)
      }
      const rows = await readInOrder(request)
      if (!isInSections(filter)) return { totals: { ...NOTHING, matches: maxCounted + 1 }, rows }
      return { totals: await totalsOf(filter), rows }
    },

    /** Those of these products that a list has, in its order. */
    inOrder: (request: Pick<ListRequest, 'filter' | 'sort'>, productIds: readonly string[]) =>
      readValues(connection, z.string())`${sortSome(request, productIds)}`,

    /** How often each value occurs; above the limit, in a sample. */
    counts: async (filter: Filter, facets: readonly Facet[], bands = EURO_BANDS) => {
      const empty = { isSample: false, values: [], bands }
      if (facets.length === 0) return { ...empty, total: await total(filter) }
      const countIn = (isSample: boolean) => {
        const limit = isSample
          ? sql`ORDER BY place, product_id LIMIT ${SAMPLE}`
          : sql`LIMIT ${maxCounted + 1}`
        const matches = sql`${buildConditions(filter, isSample)} ${limit}`
        return readRows(connection, valueRow)`${countsOf(matches, facets, bands)}`
      }
      const expected = await estimate(matchesKey(filter), buildConditions(filter))
      if (expected === 'none') return { ...empty, total: 0 }
      if (expected === 'few') {
        const rows = await countIn(false)
        // Each match has one value per facet, or null.
        const count = rows.reduce((sum, row) => sum + (row.facet === facets[0] ? row.count : 0), 0)
        if (count <= maxCounted)
          return { ...empty, total: count, values: mostFrequentValues(rows.flatMap(memberCounts)) }
        remember(matchesKey(filter), true)
      }
      const rows = await countIn(true)
      return {
        total: maxCounted + 1,
        isSample: true,
        values: mostFrequentValues(rows.flatMap(memberCounts)),
        bands,
      }
    },

    /** How many products have the same kind, appearance and department, or the same brand and kind. */
    groups: async () => {
      const [products, brands] = await Promise.all([
        readRows(connection, groupRow)`
          SELECT kind, colors, patterns, materials, departments, count(*)::int AS count
          FROM search.documents WHERE kind IS NOT NULL
          GROUP BY 1, 2, 3, 4, 5 ORDER BY count DESC LIMIT ${raw(MAX_GROUPS)}`,
        readRows(connection, brandRow)`
          SELECT brand, kind, count(*)::int AS count
          FROM search.documents WHERE brand IS NOT NULL AND kind IS NOT NULL
          GROUP BY 1, 2 ORDER BY count DESC LIMIT ${raw(MAX_GROUPS)}`,
      ])
      return { products, brands }
    },

    /** People with at least so many products of a kind, the most first. */
    kindsOfPeople: (least: number, limit: number) =>
      readRows(connection, personKindRow)`
        SELECT person AS "personId", kind FROM search.documents, unnest(people) AS person
        WHERE kind IS NOT NULL GROUP BY 1, 2 HAVING count(*) >= ${least}
        ORDER BY count(*) DESC, 1, 2 LIMIT ${limit}`,

    /** The facts of the given products that pass a filter. */
    facts: async (productKeys: readonly string[], filter: Filter) =>
      new Map(
        await readRows(connection, factsRow)`
          SELECT product_key, product_id AS id, kind, colors, patterns, materials, departments,
            sources, tags, euros,
            coalesce(cards -> 0 ->> 'product_image' LIKE '/media/demo/products/%', false) AS is_drawn
          FROM search.documents
          WHERE product_key = ANY (${productKeys}::uuid[]) AND ${buildConditions(filter)}`,
      ),

    /** At most `limit` products that pass a filter: any, or always the same ones. */
    keys: (filter: Filter, limit: number, isStable = false) =>
      readValues(connection, z.string())`
        SELECT product_key FROM search.documents WHERE ${buildConditions(filter)}
        ${raw(isStable ? 'ORDER BY place, product_id' : '')} LIMIT ${limit}`,

    /** Products with exactly this title, in any case; `wordForms` are its words, which an index finds. */
    withTitle: async (
      title: string,
      wordForms: readonly (readonly string[])[],
      limit: number,
    ): Promise<CatalogProduct[]> => {
      const rows = await readRows(connection, titledRow)`
        SELECT cards -> 0 AS card FROM search.documents
        WHERE ${hasWords(wordForms)} AND lower(cards -> 0 ->> 'name') = lower(${title})
        ORDER BY is_buyable DESC, place, product_id LIMIT ${limit}`
      return rows.map(({ card }) => card)
    },

    /** Some products that are mainly of a colour, always the same ones. */
    ofColor: (color: string, limit: number) =>
      readValues(connection, z.string())`
        SELECT product_key FROM search.documents
        WHERE colors && ARRAY[${color}::text] AND colors[1] = ${color}
        ORDER BY place, product_id LIMIT ${limit}`,

    /** As cards, by the keys of their vectors. */
    byKeys: async (productKeys: readonly string[]) =>
      new Map(
        await readRows(connection, keyedRow, { name: 'documents-by-key' })`
          SELECT product_key, cards -> 0 AS card
          FROM search.documents WHERE product_key = ANY (${productKeys}::uuid[])`,
      ),

    /** The key of a product; null if no search can list it. */
    keyOf: (productId: string) =>
      readValue(connection, z.string())`
        SELECT product_key FROM search.documents WHERE product_id = ${productId}::bigint`,

    /** The kind of each product, as stated or seen, and whether somebody sells it. */
    stockOf: async (productKeys: readonly string[]) =>
      new Map(
        await readRows(connection, stockRow, { name: 'stock-by-key' })`
          SELECT product_key, object_kind, is_buyable
          FROM search.documents WHERE product_key = ANY (${productKeys}::uuid[])`,
      ),
  }
}
export type DocumentsStore = ReturnType<typeof createDocumentsStore>
