import { z } from 'zod'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import {
  SHOWN_COLUMNS,
  SHOWN_JOINS,
  shownRow,
  WORN_OF_PRODUCT,
} from '#server/features/search/index.ts'

const keyRow = z.object({ product_key: z.string() })

const keyedRow = shownRow
  .extend(keyRow.shape)
  .transform(({ product_key, ...product }): [string, CatalogProduct] => [product_key, product])

type Stock = { kind: string | null; isInStock: boolean }
const stockRow = keyRow
  .extend({ kind: z.string().nullable(), is_in_stock: z.boolean() })
  .transform(({ product_key, kind, is_in_stock }): [string, Stock] => [
    product_key,
    { kind, isInStock: is_in_stock },
  ])

/** Products, worn or not, each once. */
export const createProductsStore = (connection: Connection) => ({
  /** As cards, by the keys of their vectors. */
  byKeys: async (keys: readonly string[]) =>
    new Map(
      await readRows(
        connection,
        keyedRow,
        {
          name: 'products-by-key',
          text: `SELECT ${SHOWN_COLUMNS}, product.product_key
            FROM unnest($1::uuid[]) AS wanted(key)
            JOIN catalog.products product ON product.product_key = wanted.key
            ${WORN_OF_PRODUCT} ${SHOWN_JOINS}`,
        },
        [keys],
      ),
    ),

  /** What kind of thing each is, as stated or seen, and whether somebody sells it. */
  stockOf: async (keys: readonly string[]) =>
    new Map(
      await readRows(
        connection,
        stockRow,
        `SELECT product.product_key, coalesce(product.kind, seen.kind) AS kind,
          EXISTS (SELECT FROM catalog.offers WHERE product_id = product.id AND url <> ''
            AND coalesce(availability NOT IN ('out_of_stock', 'removed'), true)) AS is_in_stock
        FROM unnest($1::uuid[]) AS wanted(key)
        JOIN catalog.products product ON product.product_key = wanted.key
        LEFT JOIN catalog.seen_attributes seen ON seen.product_id = product.id`,
        [keys],
      ),
    ),

  /** `id`: of the product or of an item somebody wears. Null if there is no such product. */
  keyOf: async (id: string): Promise<string | null> => {
    const found = await readRow(
      connection,
      keyRow,
      `SELECT product_key FROM catalog.products
      WHERE id = coalesce((SELECT product_id FROM catalog.worn_items WHERE id = $1), $1)`,
      [id],
    )
    return found?.product_key ?? null
  },
})
