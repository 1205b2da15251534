import { z } from 'zod'
import { type Category, categoryFromText } from '#shared/domain/category.ts'
import { extractedPrice } from '#shared/domain/price.ts'
import type { Box } from '#shared/domain/box.ts'
import { readRows } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'

export type Subject = {
  productKey: string
  url: string
  /** Fractions of the picture; null for all of it. */
  box: Box | null
  category: Category
  price: number | null
  ownerUid: string | null
}

const boxOf = (numbers: number[] | null): Box | null => {
  const [x = 0, y = 0, width = 0, height = 0] = numbers ?? []
  return numbers ? { x, y, width, height } : null
}

const categoryOf = (category: string | null, name: string): Category => {
  const given = categoryFromText(category ?? '')
  return given === 'other' ? categoryFromText(name) : given
}

const catalogSubject = z
  .object({
    product_key: z.string(),
    product_image: z.string().nullable(),
    box: z.array(z.number()).nullable(),
    celebrity_image: z.string(),
    category: z.string().nullable(),
    name: z.string(),
    price: z.number().nullable(),
  })
  .transform((row): Subject => ({
    productKey: row.product_key,
    url: row.product_image ?? row.celebrity_image,
    box: row.product_image === null ? boxOf(row.box) : null,
    category: categoryOf(row.category, row.name),
    price: row.price,
    ownerUid: null,
  }))

const addedSubject = z
  .object({
    product_key: z.string(),
    user_id: z.string(),
    url: z.string(),
    category: z.string().nullable(),
    name: z.string(),
    price: z.string().nullable(),
  })
  .transform((row): Subject => ({
    productKey: row.product_key,
    url: row.url,
    box: null,
    category: categoryOf(row.category, row.name),
    price: extractedPrice(row.price),
    ownerUid: row.user_id,
  }))

const isAdded = (key: string) => key.startsWith('user:')

export const createSubjectsStore = (connection: Connection) => {
  /** Prefers the product's own picture, then its box in a celebrity image, then that whole image. */
  const catalogSubjects = (wanted: string, values: unknown[]) =>
    readRows(
      connection,
      catalogSubject,
      `SELECT product.product_key, product.product_image, product.box, image.url AS celebrity_image,
        product.category, product.name, product.price_amount::float8 AS price
      FROM (${wanted}) wanted
      CROSS JOIN LATERAL (SELECT * FROM products WHERE products.product_key = wanted.key
        ORDER BY (product_image IS NULL), (box IS NULL), id LIMIT 1) product
      JOIN celebrity_images image ON image.id = product.celebrity_image_id`,
      values,
    )

  const addedSubjects = (keys: readonly string[]) =>
    readRows(
      connection,
      addedSubject,
      `SELECT user_product_key(user_id, detection_id) AS product_key, user_id, category, name, price,
        coalesce(image_url, thumbnail) AS url
      FROM user_products
      WHERE type = 'my_product' AND user_product_key(user_id, detection_id) = ANY ($1)
        AND coalesce(image_url, thumbnail) IS NOT NULL`,
      [keys],
    )

  return {
    /** All products; only for a small catalogue. */
    readAll: () => catalogSubjects('SELECT DISTINCT product_key AS key FROM products', []),

    /** Those of `keys` that still exist and have a picture. */
    read: async (keys: readonly string[]) => [
      ...(await catalogSubjects('SELECT unnest($1::uuid[]) AS key', [
        keys.filter((key) => !isAdded(key)),
      ])),
      ...(await addedSubjects(keys.filter(isAdded))),
    ],
  }
}
