import type pg from 'pg'
import type { Connection } from '#server/db/transaction.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import type { StoredDetection } from '#shared/domain/detection-record.ts'

/** The wire's names are the columns' names, but for these that the database fills. */
const COLUMNS = [
  'name',
  'image_url',
  'thumbnail',
  'price',
  'currency',
  'category',
  'type',
  'confidence',
  'bbox',
  'product_id',
  'seller',
  'product_link',
  'rating',
  'reviews',
  'offers_link',
  'delivery',
  'durability',
  'thumbnail_video',
  'source',
  'is_liked',
  'original_image_url',
] as const

type Column = (typeof COLUMNS)[number]
export type ProductChanges = Partial<Pick<StoredDetection, Exclude<Column, 'bbox' | 'is_liked'>>>

type Nullable<T> = { [K in keyof T]-?: Exclude<T[K], undefined> | null }

type Row = Nullable<Omit<StoredDetection, RequiredColumn>> &
  Pick<StoredDetection, 'name' | 'currency' | 'type' | 'confidence'> & {
    detection_id: string
    is_liked: boolean
    created_at: Date
  }
type RequiredColumn = 'name' | 'currency' | 'type' | 'confidence' | 'is_liked' | 'detection_id'

/** A client's own name for a thing it found is 'detection'; what it added by hand, 'my_product'. */
const recordFromRow = (row: Row): ProductRecord => ({
  id: row.detection_id,
  detection_id: row.detection_id,
  type: row.type === 'my_product' ? 'my_product' : 'detection',
  title: row.name,
  category: row.category,
  brand: null,
  confidence_score: row.confidence,
  bbox: row.bbox,
  image_url: row.image_url,
  thumbnail: row.thumbnail,
  original_image_url: row.original_image_url,
  price: row.price,
  currency: row.currency,
  seller: row.seller,
  product_link: row.product_link,
  product_id: row.product_id,
  rating: row.rating,
  reviews: row.reviews,
  offers_link: row.offers_link,
  delivery: row.delivery,
  durability: row.durability,
  thumbnail_video: row.thumbnail_video,
  source: row.source,
  celebrity_name: null,
  celebrity_image: null,
  is_liked: row.is_liked,
  detected_at: row.created_at.toISOString(),
})

const valueOf = (record: StoredDetection, column: Column) =>
  column === 'bbox'
    ? record.bbox && JSON.stringify(record.bbox)
    : column === 'is_liked'
      ? (record.is_liked ?? false)
      : (record[column] ?? null)

type RemovedProduct = { name: string; is_liked: boolean; pictures: (string | null)[] }

export const createProductsStore = (pool: pg.Pool) => ({
  list: async (uid: string, which: 'all' | 'detected' = 'all') => {
    const { rows } = await pool.query<Row>(
      `SELECT * FROM user_products WHERE user_id = $1 AND ($2 OR type <> 'my_product')
        ORDER BY created_at DESC, detection_id`,
      [uid, which === 'all'],
    )
    return rows.map(recordFromRow)
  },

  find: async (uid: string, id: string, connection: Connection = pool) => {
    const { rows } = await connection.query<Row>(
      'SELECT * FROM user_products WHERE user_id = $1 AND detection_id = $2',
      [uid, id],
    )
    return rows[0] ? recordFromRow(rows[0]) : null
  },

  count: async (uid: string, connection: Connection = pool) => {
    const { rows } = await connection.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM user_products WHERE user_id = $1',
      [uid],
    )
    return rows[0]?.count ?? 0
  },

  /** A record without is_liked keeps the heart it has. */
  upsert: async (
    uid: string,
    id: string,
    record: StoredDetection,
    connection: Connection = pool,
  ) => {
    const places = COLUMNS.map((_, index) => `$${index + 3}`)
    const updates = COLUMNS.filter(
      (column) => column !== 'is_liked' || record.is_liked !== undefined,
    )
    const { rows } = await connection.query<Row>(
      `INSERT INTO user_products (user_id, detection_id, ${COLUMNS.join(', ')})
       VALUES ($1, $2, ${places.join(', ')})
       ON CONFLICT (user_id, detection_id) DO UPDATE
         SET ${updates.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}, updated_at = now()
       RETURNING *`,
      [uid, id, ...COLUMNS.map((column) => valueOf(record, column))],
    )
    const [row] = rows
    if (!row) throw new Error('An upsert returned no row')
    return recordFromRow(row)
  },

  change: async (
    uid: string,
    id: string,
    changes: ProductChanges,
    connection: Connection = pool,
  ) => {
    const columns = COLUMNS.filter((column) => column in changes)
    const sets = columns.map((column, index) => `${column} = $${index + 3}`)
    const { rows } = await connection.query<Row>(
      `UPDATE user_products SET ${[...sets, 'updated_at = now()'].join(', ')}
        WHERE user_id = $1 AND detection_id = $2 RETURNING *`,
      [uid, id, ...columns.map((column) => Reflect.get(changes, column) as unknown)],
    )
    return rows[0] ? recordFromRow(rows[0]) : null
  },

  setLiked: async (uid: string, name: string, isLiked: boolean, connection: Connection = pool) => {
    await connection.query(
      `UPDATE user_products SET is_liked = $3, updated_at = now()
        WHERE user_id = $1 AND name = $2 AND is_liked <> $3`,
      [uid, name, isLiked],
    )
  },

  /** Old clients name a detection by its product_id, ours by its detection_id. */
  remove: async (uid: string, id: string, connection: Connection = pool) => {
    const { rows } = await connection.query<RemovedProduct>(
      `DELETE FROM user_products
        WHERE user_id = $1 AND detection_id = COALESCE(
          (SELECT detection_id FROM user_products WHERE user_id = $1 AND detection_id = $2),
          (SELECT min(detection_id) FROM user_products WHERE user_id = $1 AND product_id = $2))
        RETURNING name, is_liked, ARRAY[image_url, thumbnail, original_image_url] AS pictures`,
      [uid, id],
    )
    return rows[0] ?? null
  },
})
export type ProductsStore = ReturnType<typeof createProductsStore>
