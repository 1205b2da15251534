import type pg from 'pg'
import type { Connection } from '#server/db/transaction.ts'
import type { ProductRecord } from '#shared/contract/products.ts'

type Row = { name: string; product: ProductRecord; created_at: Date }

const recordFromRow = ({ name, product, created_at }: Row): ProductRecord => ({
  ...product,
  title: name,
  is_liked: true,
  detected_at: created_at.toISOString(),
})

/** Favorites are keyed by the product's name (§4). */
export const createFavoritesStore = (pool: pg.Pool) => ({
  list: async (uid: string) => {
    const { rows } = await pool.query<Row>(
      `SELECT name, product, created_at FROM saved_products WHERE user_id = $1
        ORDER BY created_at DESC, name`,
      [uid],
    )
    return rows.map(recordFromRow)
  },

  has: async (uid: string, name: string) => {
    const { rowCount } = await pool.query(
      'SELECT FROM saved_products WHERE user_id = $1 AND name = $2',
      [uid, name],
    )
    return rowCount === 1
  },

  /** Null where the list is full; adding what is there already changes nothing but its copy. */
  add: async (
    uid: string,
    product: ProductRecord,
    most: number,
    connection: Connection = pool,
  ): Promise<ProductRecord | null> => {
    const { rows } = await connection.query<Row>(
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
        most,
      ],
    )
    return rows[0] ? recordFromRow(rows[0]) : null
  },

  remove: async (uid: string, name: string, connection: Connection = pool) => {
    await connection.query('DELETE FROM saved_products WHERE user_id = $1 AND name = $2', [
      uid,
      name,
    ])
  },
})
export type FavoritesStore = ReturnType<typeof createFavoritesStore>
