import type pg from 'pg'
import type {
  CatalogProduct,
  Celebrity,
  ImageTile,
  SampleProduct,
} from '#shared/contract/catalog.ts'
import type { StyleType } from '#shared/domain/celebrity.ts'
import { portraitUrl } from './portrait.ts'

export type KnownCelebrity = Celebrity & { id: number; imageCount: number; productCount: number }

type CelebrityRow = {
  id: number
  name: string
  image: string
  style_type: StyleType
  image_count: number
  product_count: number
}

const celebrityOf = (row: CelebrityRow): KnownCelebrity => ({
  id: row.id,
  name: row.name,
  image: portraitUrl(row.image),
  styleType: row.style_type,
  imageCount: row.image_count,
  productCount: row.product_count,
})

const CELEBRITY = 'id, name, image, style_type, image_count, product_count'

export type Totals = { celebrities: number; creators: number; images: number; products: number }

export const readTotals = async (pool: pg.Pool): Promise<Totals> => {
  const { rows } = await pool.query<Totals>(
    'SELECT celebrities, creators, images, products FROM catalog_totals',
  )
  return rows[0] ?? { celebrities: 0, creators: 0, images: 0, products: 0 }
}

export const findCelebrities = async (pool: pg.Pool, names: readonly string[]) => {
  const { rows } = await pool.query<CelebrityRow>({
    name: 'find-celebrities',
    text: `SELECT ${CELEBRITY} FROM celebrities WHERE name = ANY ($1::text[])`,
    values: [names],
  })
  return rows.map(celebrityOf)
}

export const listHome = async (pool: pg.Pool) => {
  const { rows } = await pool.query<CelebrityRow>(
    `SELECT ${CELEBRITY} FROM celebrities WHERE home_rank IS NOT NULL ORDER BY home_rank LIMIT 50`,
  )
  return rows.map(celebrityOf)
}

/** `after` is the place of the last one shown: its folded name and id. */
export const pageCelebrities = async (
  pool: pg.Pool,
  style: StyleType | undefined,
  after: { foldedName: string; id: number } | null,
  limit: number,
) => {
  const { rows } = await pool.query<CelebrityRow & { folded_name: string }>({
    name: style ? 'page-celebrities-of-style' : 'page-celebrities',
    text: `SELECT ${CELEBRITY}, folded_name FROM celebrities
      WHERE (folded_name, id) > ($1, $2) ${style ? 'AND style_type = $4' : ''}
      ORDER BY folded_name, id LIMIT $3`,
    values: [after?.foldedName ?? '', after?.id ?? -1, limit, ...(style ? [style] : [])],
  })
  return rows.map((row) => ({ celebrity: celebrityOf(row), foldedName: row.folded_name }))
}

export const TILE_COLUMNS = `image.url AS image, celebrity.name AS celebrity_name,
  celebrity.image AS celebrity_portrait, image.product_count AS number_of_products,
  image.first_product_name AS name, image.width, image.height, image.color`

export const tileOf = (row: ImageTile): ImageTile => ({
  image: row.image,
  celebrity_name: row.celebrity_name,
  celebrity_portrait: portraitUrl(row.celebrity_portrait),
  number_of_products: row.number_of_products,
  name: row.name,
  width: row.width,
  height: row.height,
  color: row.color,
})

export const PRODUCT_COLUMNS = `product.id, celebrity.name AS celebrity_name,
  image.url AS celebrity_image, product.name, product.price, product.website, product.category,
  product.brand, product.product_image, product.box`

export const PRODUCT_JOINS = `JOIN celebrity_images image ON image.id = product.celebrity_image_id
  JOIN celebrities celebrity ON celebrity.id = product.celebrity_id`

export type ProductRow = Omit<CatalogProduct, 'box'> & { box: number[] | null }

export const productOf = (row: ProductRow): CatalogProduct => {
  const [x = 0, y = 0, width = 0, height = 0, pointX, pointY = 0] = row.box ?? []
  const box = { x, y, width, height }
  const point = pointX === undefined ? {} : { point: { x: pointX, y: pointY } }
  return {
    id: row.id,
    celebrity_name: row.celebrity_name,
    celebrity_image: row.celebrity_image,
    name: row.name,
    price: row.price,
    website: row.website,
    category: row.category,
    brand: row.brand,
    product_image: row.product_image,
    box: row.box && { ...box, ...point },
  }
}

export const findImage = async (pool: pg.Pool, url: string) => {
  const { rows } = await pool.query<
    CelebrityRow & { image_id: string; width: number; height: number; color: string | null }
  >({
    name: 'find-image',
    text: `SELECT image.id AS image_id, image.width, image.height, image.color,
        celebrity.id, celebrity.name, celebrity.image, celebrity.style_type,
        celebrity.image_count, celebrity.product_count
      FROM celebrity_images image JOIN celebrities celebrity ON celebrity.id = image.celebrity_id
      WHERE image.url = $1`,
    values: [url],
  })
  const [row] = rows
  if (!row) return null
  const { image_id: id, width, height, color } = row
  return { id, image: { url, width, height, color }, celebrity: celebrityOf(row) }
}

export const productsOfImage = async (pool: pg.Pool, imageId: string, limit: number) => {
  const { rows } = await pool.query<ProductRow>({
    name: 'products-of-image',
    text: `SELECT ${PRODUCT_COLUMNS} FROM products product ${PRODUCT_JOINS}
      WHERE product.celebrity_image_id = $1 ORDER BY product.id LIMIT $2`,
    values: [imageId, limit],
  })
  return rows.map(productOf)
}

/** Null when there is no such product; otherwise the other images it is seen in. */
export const imagesWornIn = async (pool: pg.Pool, productId: string, limit: number) => {
  const { rows } = await pool.query<{ product_key: string; celebrity_image_id: string }>(
    'SELECT product_key, celebrity_image_id FROM products WHERE id = $1',
    [productId],
  )
  const [product] = rows
  if (!product) return null
  const found = await pool.query<ImageTile>(
    `SELECT ${TILE_COLUMNS}
    FROM (SELECT DISTINCT celebrity_image_id FROM
        (SELECT celebrity_image_id FROM products WHERE product_key = $1 ORDER BY id LIMIT $3 + 50) near
      WHERE celebrity_image_id <> $2) other
    JOIN celebrity_images image ON image.id = other.celebrity_image_id
    JOIN celebrities celebrity ON celebrity.id = image.celebrity_id
    ORDER BY image.shuffle, image.id LIMIT $3`,
    [product.product_key, product.celebrity_image_id, limit],
  )
  return found.rows.map(tileOf)
}

/** A bounded, always equal handful to choose the slideshow from. */
export const sampleCandidates = async (pool: pg.Pool, limit: number) => {
  const { rows } = await pool.query<ProductRow>(
    `SELECT ${PRODUCT_COLUMNS} FROM
      (SELECT * FROM products ORDER BY shuffle, id LIMIT $1) product ${PRODUCT_JOINS}
    ORDER BY product.shuffle, product.id`,
    [limit],
  )
  return rows.map(productOf)
}

export const listSamples = async (pool: pg.Pool) => {
  const { rows } = await pool.query<SampleProduct>(`
    SELECT sample.name, sample.brand, sample.price, sample.category, sample.image,
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
    ORDER BY place`)
  return rows
}

export const isEmptyCatalog = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query('SELECT FROM products LIMIT 1')
  return rowCount === 0
}
