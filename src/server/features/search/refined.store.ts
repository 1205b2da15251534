import { z } from 'zod'
import { type Connection, readRows } from '#server/core/db/query.ts'
import { type Filter } from './facet-index/product-filter.ts'
import { conditionsOf } from './filtered.store.ts'
import type { Description } from './words/describe-product.ts'

const factsRow = z
  .object({
    product_key: z.string(),
    id: z.string(),
    kind: z.string().nullable(),
    colors: z.array(z.string()),
    patterns: z.array(z.string()),
    materials: z.array(z.string()),
    euros: z.number().nullable(),
    is_drawn: z.boolean(),
  })
  .transform(({ product_key, is_drawn, ...facts }): [string, RefinedFacts] => [
    product_key,
    { ...facts, isDrawn: is_drawn },
  ])
/** What ranking needs to know of a product. */
export type RefinedFacts = Description & {
  id: string
  euros: number | null
  /** Its picture is one of the demo's drawings, not a photo. */
  isDrawn: boolean
}

const keyRow = z.object({ product_key: z.string() }).transform(({ product_key }) => product_key)

/** Columns of both tables have the same names. */
const productsOf = (rows: string) => `(SELECT product_id, kind, colors, patterns, materials, euros
  FROM catalog.facets WHERE ${rows}) found
  JOIN catalog.products product ON product.id = found.product_id`

/** Products that pass a filter, by the keys of their vectors. */
export const createRefinedStore = (connection: Connection) => ({
  /** Those of the given products that pass. */
  facts: async (productKeys: readonly string[], filter: Filter) => {
    const { where, values, bind } = conditionsOf(filter)
    return new Map(
      await readRows(
        connection,
        factsRow,
        `SELECT product.product_key, product.id, found.kind, found.colors, found.patterns,
          found.materials, found.euros,
          coalesce(product.pictures[1] LIKE '/media/demo/products/%', false) AS is_drawn
        FROM ${productsOf(`product_id IN (SELECT id FROM catalog.products
          WHERE product_key = ANY (${bind(productKeys)}::uuid[])) AND ${where}`)}`,
        values,
      ),
    )
  },

  /** At most `limit`, in no particular order. */
  keys: (filter: Filter, limit: number) => {
    const { where, values, bind } = conditionsOf(filter)
    return readRows(
      connection,
      keyRow,
      `SELECT product.product_key FROM ${productsOf(`${where} LIMIT ${bind(limit)}`)}`,
      values,
    )
  },

  /** Some products that are mainly of a colour, always the same ones. */
  ofColour: (colour: string, limit: number) =>
    readRows(
      connection,
      keyRow,
      `SELECT product.product_key
      FROM ${productsOf('colors[1] = $1 ORDER BY place, product_id LIMIT $2')}`,
      [colour, limit],
    ),
})
export type RefinedStore = ReturnType<typeof createRefinedStore>
