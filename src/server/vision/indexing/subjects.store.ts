import type pg from 'pg'
import { type Category, categoryFromText } from '#shared/domain/category.ts'
import { extractedPrice } from '#shared/domain/price.ts'
import type { Box } from '#shared/domain/box.ts'

/** A product to index and the location of its picture. */
export type Subject = {
  productKey: string
  url: string
  /** Fractions of the picture; null for all of it. */
  box: Box | null
  category: Category
  price: number | null
  ownerUid: string | null
}

type CatalogRow = {
  product_key: string
  product_image: string | null
  box: number[] | null
  celebrity_image: string
  category: string | null
  name: string
  price: number | null
}

const boxOf = (numbers: number[] | null): Box | null => {
  const [x = 0, y = 0, width = 0, height = 0] = numbers ?? []
  return numbers ? { x, y, width, height } : null
}

const categoryOf = (category: string | null, name: string): Category => {
  const given = categoryFromText(category ?? '')
  return given === 'other' ? categoryFromText(name) : given
}

/** Prefers the product's own picture, then its box in a celebrity image, then that whole image. */
const catalogSubjects = async (
  pool: pg.Pool,
  wanted: string,
  values: unknown[],
): Promise<Subject[]> => {
  const { rows } = await pool.query<CatalogRow>(
    `SELECT product.product_key, product.product_image, product.box, image.url AS celebrity_image,
      product.category, product.name, product.price_amount::float8 AS price
    FROM (${wanted}) wanted
    CROSS JOIN LATERAL (SELECT * FROM products WHERE products.product_key = wanted.key
      ORDER BY (product_image IS NULL), (box IS NULL), id LIMIT 1) product
    JOIN celebrity_images image ON image.id = product.celebrity_image_id`,
    values,
  )
  return rows.map((row) => ({
    productKey: row.product_key,
    url: row.product_image ?? row.celebrity_image,
    box: row.product_image === null ? boxOf(row.box) : null,
    category: categoryOf(row.category, row.name),
    price: row.price,
    ownerUid: null,
  }))
}

/** All products; only for a small catalogue. */
export const readAllSubjects = (pool: pg.Pool): Promise<Subject[]> =>
  catalogSubjects(pool, 'SELECT DISTINCT product_key AS key FROM products', [])

type AddedRow = {
  product_key: string
  user_id: string
  url: string | null
  category: string | null
  name: string
  price: string | null
}

const addedSubjects = async (pool: pg.Pool, keys: readonly string[]): Promise<Subject[]> => {
  const { rows } = await pool.query<AddedRow>(
    `SELECT user_product_key(user_id, detection_id) AS product_key, user_id, category, name, price,
      coalesce(image_url, thumbnail) AS url
    FROM user_products
    WHERE type = 'my_product' AND user_product_key(user_id, detection_id) = ANY ($1)`,
    [keys],
  )
  return rows.flatMap(({ product_key: productKey, user_id: ownerUid, url, ...row }) =>
    url === null
      ? []
      : [
          {
            productKey,
            url,
            box: null,
            category: categoryOf(row.category, row.name),
            price: extractedPrice(row.price),
            ownerUid,
          },
        ],
  )
}

const isAdded = (key: string) => key.startsWith('user:')

/** Those of `keys` that still exist and have a picture. */
export const readSubjects = async (pool: pg.Pool, keys: readonly string[]): Promise<Subject[]> => [
  ...(await catalogSubjects(pool, 'SELECT unnest($1::uuid[]) AS key', [
    keys.filter((key) => !isAdded(key)),
  ])),
  ...(await addedSubjects(pool, keys.filter(isAdded))),
]
