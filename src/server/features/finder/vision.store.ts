import { z } from 'zod'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { Connection } from '#server/core/db/query.ts'
import { readRows } from '#server/core/db/sql.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { createDocumentsStore, type DocumentsStore } from '#server/features/search/index.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'

/** A product that a user added, in the shape of the catalogue. */
const addedProduct = z
  .object({
    product_key: z.string(),
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

export const createVisionStore = (
  connection: Connection,
  documents: Pick<DocumentsStore, 'byKeys' | 'stockOf'> = createDocumentsStore(connection),
) => ({
  /** One card for each catalogue product. */
  catalogProducts: documents.byKeys,

  addedProducts: async (ownerUid: string, keys: readonly string[]) =>
    new Map(
      await readRows(connection, addedProduct)`
        SELECT user_product_key(user_id, detection_id) AS product_key, name, price, product_link,
          category, coalesce(thumbnail, image_url) AS image_url
        FROM user_products
        WHERE user_id = ${ownerUid} AND user_product_key(user_id, detection_id) = ANY (${keys})`,
    ),

  /** A catalogue product's key, or null if there is no such product. */
  keyOfProduct: (id: string) => createCatalogReader(connection).products.keyOf(id),

  stockOf: documents.stockOf,

  vectorsOf: async (keys: readonly string[], version: string) =>
    (await createProductVectorsStore(connection).read(version, keys)).map(({ vector }) => vector),

  vectorOf: async (key: string, version: string) =>
    (await createProductVectorsStore(connection).read(version, [key]))[0],
})
export type VisionStore = ReturnType<typeof createVisionStore>
