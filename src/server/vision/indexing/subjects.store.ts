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
    picture: z.string().nullable(),
    box: z.array(z.number()).nullable(),
    look: z.string().nullable(),
    category: z.string().nullable(),
    name: z.string(),
    price: z.number().nullable(),
  })
  .transform((row): Subject => ({
    productKey: row.product_key,
    url: row.picture ?? row.look ?? '',
    box: boxOf(row.box),
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
  /** Prefers the product's own picture, then its box in a look, then that whole look. */
  const catalogSubjects = (wanted: string, values: unknown[]) =>
    readRows(
      connection,
      catalogSubject,
      `SELECT product.product_key, product.pictures[1] AS picture, worn.box, look.url AS look,
        product.category, product.title AS name, offer.price_amount::float8 AS price
      FROM (${wanted}) product
      LEFT JOIN LATERAL (SELECT * FROM catalog.worn_items WHERE product_id = product.id
        ORDER BY (box IS NULL), id LIMIT 1) worn ON product.pictures = '{}'
      LEFT JOIN catalog.looks look ON look.id = worn.look_id
      LEFT JOIN LATERAL (SELECT min(price_amount) AS price_amount FROM catalog.offers
        WHERE product_id = product.id
          AND coalesce(availability NOT IN ('out_of_stock', 'removed'), true)) offer ON true
      WHERE coalesce(product.pictures[1], look.url) IS NOT NULL`,
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
    readAll: () => catalogSubjects('SELECT * FROM catalog.products', []),

    /** Those of `keys` that still exist and have a picture. */
    read: async (keys: readonly string[]) => [
      ...(await catalogSubjects(
        'SELECT * FROM catalog.products WHERE product_key = ANY ($1::uuid[])',
        [keys.filter((key) => !isAdded(key))],
      )),
      ...(await addedSubjects(keys.filter(isAdded))),
    ],
  }
}
