import { z } from 'zod'
import {
  catalogProductSchema,
  type Celebrity,
  imageTileSchema,
  sampleProductSchema,
  styleTypeSchema,
} from '#shared/contract/catalog.ts'
import type { StyleType } from '#shared/domain/celebrity.ts'
import { readRow, readRows } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'
import { portraitUrl } from './portrait.ts'

export type KnownCelebrity = Celebrity & { id: number; imageCount: number; productCount: number }

const CELEBRITY = 'id, name, image, style_type, image_count, product_count'

const celebrityFields = z.object({
  id: z.number(),
  name: z.string(),
  image: z.string(),
  style_type: styleTypeSchema,
  image_count: z.number(),
  product_count: z.number(),
})

const celebrityOf = (row: z.infer<typeof celebrityFields>): KnownCelebrity => ({
  id: row.id,
  name: row.name,
  image: portraitUrl(row.image),
  styleType: row.style_type,
  imageCount: row.image_count,
  productCount: row.product_count,
})

const celebrityRow = celebrityFields.transform(celebrityOf)

const pagedCelebrityRow = celebrityFields
  .extend({ folded_name: z.string() })
  .transform((row) => ({ celebrity: celebrityOf(row), foldedName: row.folded_name }))

const { width, height, color } = imageTileSchema.shape
const imageRow = celebrityFields.extend({ image_id: z.string(), width, height, color })

const totalsRow = z.object({
  celebrities: z.number(),
  creators: z.number(),
  images: z.number(),
  products: z.number(),
})

export const TILE_COLUMNS = `image.url AS image, celebrity.name AS celebrity_name,
  celebrity.image AS celebrity_portrait, image.product_count AS number_of_products,
  image.first_product_name AS name, image.width, image.height, image.color`

export const tileRow = imageTileSchema.extend({
  celebrity_portrait: z.string().transform(portraitUrl),
})

export const PRODUCT_COLUMNS = `product.id, celebrity.name AS celebrity_name,
  image.url AS celebrity_image, product.name, product.price, product.website, product.category,
  product.brand, product.product_image, product.box`

export const PRODUCT_JOINS = `JOIN celebrity_images image ON image.id = product.celebrity_image_id
  JOIN celebrities celebrity ON celebrity.id = product.celebrity_id`

export const productRow = catalogProductSchema.extend({
  box: z
    .array(z.number())
    .transform(([x = 0, y = 0, width = 0, height = 0, pointX, pointY = 0]) => ({
      x,
      y,
      width,
      height,
      ...(pointX === undefined ? {} : { point: { x: pointX, y: pointY } }),
    }))
    .nullable(),
})

const keysRow = z.object({ product_key: z.string(), celebrity_image_id: z.string() })

export const createCatalogStore = (connection: Connection) => ({
  totals: async () =>
    (await readRow(
      connection,
      totalsRow,
      'SELECT celebrities, creators, images, products FROM catalog_totals',
    )) ?? { celebrities: 0, creators: 0, images: 0, products: 0 },

  findCelebrities: (names: readonly string[]) =>
    readRows(
      connection,
      celebrityRow,
      {
        name: 'find-celebrities',
        text: `SELECT ${CELEBRITY} FROM celebrities WHERE name = ANY ($1::text[])`,
      },
      [names],
    ),

  listHome: () =>
    readRows(
      connection,
      celebrityRow,
      `SELECT ${CELEBRITY} FROM celebrities WHERE home_rank IS NOT NULL
        ORDER BY home_rank LIMIT 50`,
    ),

  /** `after`: the folded name and id of the last celebrity shown. */
  pageCelebrities: (
    style: StyleType | undefined,
    after: { foldedName: string; id: number } | null,
    limit: number,
  ) =>
    readRows(
      connection,
      pagedCelebrityRow,
      {
        name: style ? 'page-celebrities-of-style' : 'page-celebrities',
        text: `SELECT ${CELEBRITY}, folded_name FROM celebrities
          WHERE (folded_name, id) > ($1, $2) ${style ? 'AND style_type = $4' : ''}
          ORDER BY folded_name, id LIMIT $3`,
      },
      [after?.foldedName ?? '', after?.id ?? -1, limit, ...(style ? [style] : [])],
    ),

  findImage: async (url: string) => {
    const row = await readRow(
      connection,
      imageRow,
      {
        name: 'find-image',
        text: `SELECT image.id AS image_id, image.width, image.height, image.color,
            celebrity.id, celebrity.name, celebrity.image, celebrity.style_type,
            celebrity.image_count, celebrity.product_count
          FROM celebrity_images image JOIN celebrities celebrity ON celebrity.id = image.celebrity_id
          WHERE image.url = $1`,
      },
      [url],
    )
    if (!row) return null
    const { image_id: id, width, height, color } = row
    return { id, image: { url, width, height, color }, celebrity: celebrityOf(row) }
  },

  productsOfImage: (imageId: string, limit: number) =>
    readRows(
      connection,
      productRow,
      {
        name: 'products-of-image',
        text: `SELECT ${PRODUCT_COLUMNS} FROM products product ${PRODUCT_JOINS}
          WHERE product.celebrity_image_id = $1 ORDER BY product.id LIMIT $2`,
      },
      [imageId, limit],
    ),

  /** The other images a product is seen in; null if there is no such product. */
  imagesWornIn: async (productId: string, limit: number) => {
    const product = await readRow(
      connection,
      keysRow,
      'SELECT product_key, celebrity_image_id FROM products WHERE id = $1',
      [productId],
    )
    if (!product) return null
    return readRows(
      connection,
      tileRow,
      `SELECT ${TILE_COLUMNS}
      FROM (SELECT DISTINCT celebrity_image_id FROM
          (SELECT celebrity_image_id FROM products WHERE product_key = $1 ORDER BY id LIMIT $3 + 50) near
        WHERE celebrity_image_id <> $2) other
      JOIN celebrity_images image ON image.id = other.celebrity_image_id
      JOIN celebrities celebrity ON celebrity.id = image.celebrity_id
      ORDER BY image.shuffle, image.id LIMIT $3`,
      [product.product_key, product.celebrity_image_id, limit],
    )
  },

  /** Always the same products, from which the slideshow is chosen. */
  sampleCandidates: (limit: number) =>
    readRows(
      connection,
      productRow,
      `SELECT ${PRODUCT_COLUMNS} FROM
        (SELECT * FROM products ORDER BY shuffle, id LIMIT $1) product ${PRODUCT_JOINS}
      ORDER BY product.shuffle, product.id`,
      [limit],
    ),

  listSamples: () =>
    readRows(
      connection,
      sampleProductSchema,
      `SELECT sample.name, sample.brand, sample.price, sample.category, sample.image,
        CASE WHEN worn.id IS NOT NULL THEN json_build_object(
          'image', worn.url, 'product_id', worn.id::text) END AS look
      FROM home_samples sample LEFT JOIN LATERAL (
        SELECT product.id, image.url
        FROM products product JOIN celebrity_images image ON image.id = product.celebrity_image_id
        -- The words are indexed, the name is not.
        WHERE product.search @@ plainto_tsquery('catalog_words', sample.name)
          AND product.name = sample.name
        ORDER BY product.id LIMIT 1
      ) worn ON true
      ORDER BY place`,
    ),

  isEmpty: async () => {
    const { rowCount } = await connection.query('SELECT FROM products LIMIT 1')
    return rowCount === 0
  },
})
export type CatalogStore = ReturnType<typeof createCatalogStore>
