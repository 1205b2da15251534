import { z } from 'zod'
import { type ProductRecord, productRecordSchema } from '#shared/contract/products.ts'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'

const recordFromRow = z
  .object({ name: z.string(), product: productRecordSchema, created_at: z.date() })
  .transform(({ name, product, created_at }): ProductRecord => ({
    ...product,
    title: name,
    is_liked: true,
    detected_at: created_at.toISOString(),
  }))

/** Favorites are keyed by the product's name (§4). */
export const createFavoritesStore = (connection: Connection) => ({
  list: (uid: string) =>
    readRows(
      connection,
      recordFromRow,
      // Not what a takedown covers, for as long as it does.
      `SELECT name, product, created_at FROM saved_products saved WHERE user_id = $1
        AND NOT EXISTS (SELECT FROM takedown_rows removed
          JOIN takedowns ON takedowns.id = removed.takedown_id AND takedowns.kind = 'product'
          WHERE removed.row_id = CASE WHEN saved.product ->> 'product_id' ~ '^\\d{1,18}$'
            THEN (saved.product ->> 'product_id')::bigint END)
        ORDER BY created_at DESC, name`,
      [uid],
    ),

  has: async (uid: string, name: string) => {
    const { rowCount } = await connection.query(
      'SELECT FROM saved_products WHERE user_id = $1 AND name = $2',
      [uid, name],
    )
    return rowCount === 1
  },

  /** Null if the list is full. Adding a name that is there already only replaces its copy. */
  add: (uid: string, product: ProductRecord, max: number) =>
    readRow(
      connection,
      recordFromRow,
      `INSERT INTO saved_products (user_id, name, type, product)
       SELECT $1, $2, $3, $4
        WHERE (SELECT count(*) FROM saved_products WHERE user_id = $1) < $5
           OR EXISTS (SELECT FROM saved_products WHERE user_id = $1 AND name = $2)
       ON CONFLICT (user_id, name) DO UPDATE SET type = EXCLUDED.type, product = EXCLUDED.product
       RETURNING name, product, created_at`,
      [
        uid,
        product.title,
        product.type === 'product' ? 'product' : 'detection',
        JSON.stringify(product),
        max,
      ],
    ),

  remove: async (uid: string, name: string) => {
    await connection.query('DELETE FROM saved_products WHERE user_id = $1 AND name = $2', [
      uid,
      name,
    ])
  },
})
