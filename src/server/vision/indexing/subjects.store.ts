import { z } from 'zod'
import { type Category, categoryFromText } from '#shared/domain/category.ts'
import type { Box } from '#shared/domain/box.ts'
import { type Connection, readRows } from '#server/core/db/query.ts'
import type { Stated } from './subject-of.ts'

export type Subject = {
  productKey: string
  /** The first counts; what cannot be read or found on the others does not matter. */
  urls: [string, ...string[]]
  /** Fractions of the picture; null if the product has to be found on it. */
  box: Box | null
  category: Category
  ownerUid: string | null
  stated: Stated
}

const boxOf = (numbers: number[] | null): Box | null => {
  const [x = 0, y = 0, width = 0, height = 0] = numbers ?? []
  return numbers ? { x, y, width, height } : null
}

const categoryOf = (category: string | null, name: string): Category => {
  const given = categoryFromText(category ?? '')
  return given === 'other' ? categoryFromText(name) : given
}

/** A title that names a category says what the picture shows. */
const statedOf = (category: Category, kind: string | null): Stated => ({
  kind,
  category: category === 'other' ? null : category,
})

/** More views of a product say little, and each costs a download and a look. */
const PICTURES_LOOKED_AT = 3

const catalogSubject = z
  .object({
    product_key: z.string(),
    pictures: z.array(z.string()),
    box: z.array(z.number()).nullable(),
    look: z.string().nullable(),
    category: z.string().nullable(),
    kind: z.string().nullable(),
    name: z.string(),
  })
  .transform((row): Subject => {
    const [first = row.look ?? '', ...others] = row.pictures
    const category = categoryOf(row.category, row.name)
    return {
      productKey: row.product_key,
      urls: [first, ...others],
      box: boxOf(row.box),
      category,
      ownerUid: null,
      stated: statedOf(category, row.kind),
    }
  })

const addedSubject = z
  .object({
    product_key: z.string(),
    user_id: z.string(),
    url: z.string(),
    category: z.string().nullable(),
    name: z.string(),
  })
  .transform((row): Subject => {
    const category = categoryOf(row.category, row.name)
    return {
      productKey: row.product_key,
      urls: [row.url],
      box: null,
      category,
      ownerUid: row.user_id,
      stated: statedOf(category, null),
    }
  })

const isAdded = (key: string) => key.startsWith('user:')

export const createSubjectsStore = (connection: Connection) => {
  /** Prefers the product's own picture, then its box in a look, then that whole look. */
  const catalogSubjects = (wanted: string, values: unknown[]) =>
    readRows(
      connection,
      catalogSubject,
      `SELECT product.product_key, product.pictures[1:${PICTURES_LOOKED_AT}] AS pictures, worn.box, look.url AS look,
        product.category, product.kind, product.title AS name
      FROM (${wanted}) product
      LEFT JOIN LATERAL (SELECT * FROM catalog.worn_items WHERE product_id = product.id
        ORDER BY (box IS NULL), id LIMIT 1) worn ON product.pictures = '{}'
      LEFT JOIN catalog.looks look ON look.id = worn.look_id
      WHERE coalesce(product.pictures[1], look.url) IS NOT NULL`,
      values,
    )

  const addedSubjects = (keys: readonly string[]) =>
    readRows(
      connection,
      addedSubject,
      `SELECT user_product_key(user_id, detection_id) AS product_key, user_id, category, name,
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
