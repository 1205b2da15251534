import type pg from 'pg'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import {
  PRODUCT_COLUMNS,
  PRODUCT_JOINS,
  productOf,
  type ProductRow,
} from '#server/features/catalog/index.ts'
import { readVectors } from '#server/vision/vectors/product-vectors.store.ts'

type Keyed<Row> = Row & { product_key: string }

type AddedRow = {
  name: string
  price: string | null
  product_link: string | null
  category: string | null
  image_url: string | null
}

/** A product that a user added, in the shape of the catalogue. */
const productFromAdded = (row: Keyed<AddedRow>): CatalogProduct => ({
  id: row.product_key,
  celebrity_name: '',
  celebrity_image: '',
  name: row.name,
  price: row.price ?? '',
  website: row.product_link ?? '',
  category: row.category,
  brand: null,
  product_image: row.image_url,
  box: null,
})

export const createVisionStore = (pool: pg.Pool) => ({
  /** One row per catalogue product, from the first image that shows it. */
  catalogProducts: async (keys: readonly string[]): Promise<Map<string, CatalogProduct>> => {
    const { rows } = await pool.query<Keyed<ProductRow>>({
      name: 'catalog-products-by-key',
      text: `SELECT ${PRODUCT_COLUMNS}, product.product_key
        FROM unnest($1::uuid[]) AS wanted(key)
        CROSS JOIN LATERAL (SELECT * FROM products WHERE products.product_key = wanted.key
          ORDER BY products.id LIMIT 1) product ${PRODUCT_JOINS}`,
      values: [keys],
    })
    return new Map(rows.map((row) => [row.product_key, productOf(row)]))
  },

  addedProducts: async (
    ownerUid: string,
    keys: readonly string[],
  ): Promise<Map<string, CatalogProduct>> => {
    const { rows } = await pool.query<Keyed<AddedRow>>(
      `SELECT user_product_key(user_id, detection_id) AS product_key, name, price, product_link,
        category, coalesce(thumbnail, image_url) AS image_url
      FROM user_products
      WHERE user_id = $1 AND user_product_key(user_id, detection_id) = ANY ($2)`,
      [ownerUid, keys],
    )
    return new Map(rows.map((row) => [row.product_key, productFromAdded(row)]))
  },

  /** A catalogue product's key, or null. */
  keyOfProduct: async (id: string): Promise<string | null> => {
    const { rows } = await pool.query<{ product_key: string }>(
      'SELECT product_key FROM products WHERE id = $1',
      [id],
    )
    return rows[0]?.product_key ?? null
  },

  vectorOf: async (key: string, version: string) => (await readVectors(pool, version, [key]))[0],
})
export type VisionStore = ReturnType<typeof createVisionStore>
