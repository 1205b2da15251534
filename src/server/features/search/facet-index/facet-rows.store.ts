import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'

const PAGE = 4_000

/** Separate the words of a title, and the titles of a product: neither is part of a word. */
export const WORD_END = '\u001F'
export const TITLE_END = '\u001E'

const facetRow = z.object({
  id: z.string().transform(Number),
  kind: z.string().nullable(),
  colors: z.string(),
  patterns: z.string(),
  materials: z.string(),
  brand: z.string().nullable(),
  shops: z.string(),
  conditions: z.string(),
  is_in_stock: z.boolean(),
  is_buyable: z.boolean(),
  amount: z.string().nullable(),
  euros: z.number().nullable(),
  place: z.number(),
  words: z.string().nullable(),
})
export type FacetRow = z.infer<typeof facetRow>

/** Lists as JSON: pg's own reading of arrays would cost more than everything else. */
const COLUMNS = `facets.product_id::text AS id, facets.kind, array_to_json(facets.colors)::text AS colors,
  array_to_json(facets.patterns)::text AS patterns, array_to_json(facets.materials)::text AS materials,
  facets.brand, array_to_json(facets.shops)::text AS shops,
  array_to_json(facets.conditions)::text AS conditions, facets.is_in_stock, facets.amount::text,
  facets.euros, facets.place,
  EXISTS (SELECT FROM catalog.offers WHERE offers.product_id = facets.product_id AND url <> ''
    AND coalesce(availability NOT IN ('out_of_stock', 'removed'), true)) AS is_buyable,
  coalesce(
    (SELECT string_agg(DISTINCT titles.words, E'\\x1e') FROM (
      SELECT array_to_string(tsvector_to_array(ts_filter(search, '{a,b}')), E'\\x1f') AS words
      FROM catalog.worn_items WHERE worn_items.product_id = facets.product_id) titles),
    (SELECT array_to_string(tsvector_to_array(ts_filter(search, '{a,b}')), E'\\x1f')
      FROM catalog.products WHERE products.id = facets.product_id AND worn_count = 0)) AS words`

const positionRow = z.object({
  snapshot: z.string(),
  at: z.string(),
  /** Since `from`, at most one more than asked for; null if the history since then is lost. */
  changes: z.number().nullable(),
})
/** What a reader has seen, and when. */
export type Position = Pick<z.infer<typeof positionRow>, 'snapshot' | 'at'>

/** Changes that the snapshot $1 does not show. Rows restored from elsewhere carry future numbers. */
const CHANGED = `changed_in >= pg_snapshot_xmin($1::pg_snapshot)
  AND NOT pg_visible_in_snapshot(changed_in, $1::pg_snapshot)
  AND changed_in < pg_snapshot_xmax(pg_current_snapshot())`

const CAN_CONTINUE = `$1::pg_snapshot IS NOT NULL AND $2::timestamptz > now() - interval '12 hours'
  AND pg_snapshot_xmax($1::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`

const removedRow = z
  .object({ id: z.string().transform(Number).nullable() })
  .transform(({ id }) => id)

export const createFacetRowsStore = (connection: Connection) => ({
  /** The present position, and how many changes lie between. */
  position: async (from: Position | null, most: number) => {
    const now = await readRow(
      connection,
      positionRow,
      `SELECT pg_current_snapshot()::text AS snapshot, now()::text AS at,
        CASE WHEN ${CAN_CONTINUE} THEN
          (SELECT count(*) FROM (SELECT FROM catalog.facets WHERE ${CHANGED} LIMIT $3) one)
          + (SELECT count(*) FROM (SELECT FROM catalog.forgotten_facets WHERE ${CHANGED} LIMIT $3) one)
        END::int AS changes`,
      [from?.snapshot ?? null, from?.at ?? null, most + 1],
    )
    if (!now) throw new Error('The database gave no snapshot')
    return now
  },

  readAll: async function* () {
    for (let after = 0; ;) {
      const page = await readRows(
        connection,
        facetRow,
        `SELECT ${COLUMNS} FROM (SELECT * FROM catalog.facets WHERE product_id > $1
          ORDER BY product_id LIMIT ${PAGE}) facets ORDER BY facets.product_id`,
        [after],
      )
      const last = page.at(-1)
      if (!last) return
      yield page
      after = last.id
    }
  },

  /** Null stands for all products. */
  removed: (from: Position) =>
    readRows(
      connection,
      removedRow,
      `SELECT product_id::text AS id FROM catalog.forgotten_facets WHERE ${CHANGED}`,
      [from.snapshot],
    ),

  changed: async function* (from: Position) {
    for (let after = 0; ;) {
      const page = await readRows(
        connection,
        facetRow,
        `SELECT ${COLUMNS} FROM (SELECT * FROM catalog.facets WHERE ${CHANGED} AND product_id > $2
          ORDER BY product_id LIMIT ${PAGE}) facets ORDER BY facets.product_id`,
        [from.snapshot, after],
      )
      const last = page.at(-1)
      if (!last) return
      yield page
      after = last.id
    }
  },

  productsOf: async (people: readonly number[]) =>
    readRows(
      connection,
      z.object({ id: z.string().transform(Number) }).transform(({ id }) => id),
      `SELECT DISTINCT product_id::text AS id FROM catalog.worn_items
      WHERE person_id = ANY ($1::integer[]) AND is_first_of_person`,
      [people],
    ),

  /** Longer than any server goes without reading. */
  forgetOld: async () => {
    await connection.query(
      `DELETE FROM catalog.forgotten_facets WHERE forgotten_at < now() - interval '1 day'`,
    )
  },
})
export type FacetRowsStore = ReturnType<typeof createFacetRowsStore>
