import { z } from 'zod'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { readRow, readRows } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'
import { PRODUCT_COLUMNS, PRODUCT_JOINS, productRow } from '#server/features/catalog/index.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'

const keyRow = z.object({ product_key: z.string() })

const keyedProduct = productRow
  .extend(keyRow.shape)
  .transform(({ product_key, ...product }): [string, CatalogProduct] => [product_key, product])

/** A product that a user added, in the shape of the catalogue. */
const addedProduct = keyRow
  .extend({
    name: z.string(),
    price: z.string().nullable(),
    product_link: z.string().nullable(),
    category: z.string().nullable(),
    image_url: z.string().nullable(),
  })
  .transform((row): [string, CatalogProduct] => [
    row.product_key,
    {
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
    },
  ])

export const createVisionStore = (connection: Connection) => ({
  /** One row for each catalogue product, whichever of its images came first. */
  catalogProducts: async (keys: readonly string[]) =>
    new Map(
      await readRows(
        connection,
        keyedProduct,
        {
          name: 'catalog-products-by-key',
          text: `SELECT ${PRODUCT_COLUMNS}, product.product_key
            FROM unnest($1::uuid[]) AS wanted(key)
            CROSS JOIN LATERAL (SELECT * FROM products WHERE products.product_key = wanted.key
              ORDER BY products.id LIMIT 1) product ${PRODUCT_JOINS}`,
        },
        [keys],
      ),
    ),

  addedProducts: async (ownerUid: string, keys: readonly string[]) =>
    new Map(
      await readRows(
        connection,
        addedProduct,
        `SELECT user_product_key(user_id, detection_id) AS product_key, name, price, product_link,
          category, coalesce(thumbnail, image_url) AS image_url
        FROM user_products
        WHERE user_id = $1 AND user_product_key(user_id, detection_id) = ANY ($2)`,
        [ownerUid, keys],
      ),
    ),

  /** A catalogue product's key, or null if there is no such product. */
  keyOfProduct: async (id: string): Promise<string | null> => {
    const sql = 'SELECT product_key FROM products WHERE id = $1'
    return (await readRow(connection, keyRow, sql, [id]))?.product_key ?? null
  },

  vectorOf: async (key: string, version: string) =>
    (await createProductVectorsStore(connection).read(version, [key]))[0],
})
export type VisionStore = ReturnType<typeof createVisionStore>
