import { z } from 'zod'
import { type ProductRecord, productRecordSchema } from '#shared/contract/products.ts'
import { type StoredDetection, storedDetectionSchema } from '#shared/domain/detection.ts'
import {
  type Atomically,
  type Connection,
  matchesRow,
  readRow,
  readRows,
} from '#server/core/db/query.ts'
import { createScansStore } from './scans.store.ts'

const { shape } = storedDetectionSchema.omit({ detection_id: true })
type Column = keyof typeof shape
const COLUMNS = Object.keys(shape) as Column[]

export type ProductChanges = Partial<
  Pick<StoredDetection, Exclude<Column, 'bbox' | 'is_liked' | 'is_price_edited'>>
>

/** What a user added by hand is a 'my_product'; anything found in a photo is a 'detection'. */
const recordFromRow = productRecordSchema
  .omit({
    id: true,
    title: true,
    brand: true,
    confidence_score: true,
    celebrity_name: true,
    celebrity_image: true,
    detected_at: true,
  })
  .extend({
    name: z.string(),
    detection_id: z.string(),
    type: z.string(),
    confidence: z.number(),
    created_at: z.date(),
  })
  .transform(({ name, type, confidence, created_at, ...row }): ProductRecord => ({
    ...row,
    id: row.detection_id,
    type: type === 'my_product' ? 'my_product' : 'detection',
    title: name,
    brand: null,
    confidence_score: confidence,
    celebrity_name: null,
    celebrity_image: null,
    detected_at: created_at.toISOString(),
  }))

/** My Products, and everything found in photos. */
const LISTED = { kept: 'is_kept', detected: "type <> 'my_product'" } as const

const removedProduct = z.object({
  name: z.string(),
  is_liked: z.boolean(),
  pictures: z.array(z.string().nullable()),
})

const valueOf = (record: StoredDetection, column: Column) =>
  column === 'bbox'
    ? record.bbox && JSON.stringify(record.bbox)
    : column === 'is_liked' || column === 'is_price_edited'
      ? (record[column] ?? false)
      : (record[column] ?? null)

const createProductsStore = (connection: Connection) => ({
  list: (uid: string, which: keyof typeof LISTED) =>
    readRows(
      connection,
      recordFromRow,
      `SELECT * FROM user_products WHERE user_id = $1 AND ${LISTED[which]}
        ORDER BY created_at DESC, detection_id`,
      [uid],
    ),

  ofPhoto: (uid: string, photo: string) =>
    readRows(
      connection,
      recordFromRow,
      `SELECT * FROM user_products WHERE user_id = $1 AND original_image_url = $2
        ORDER BY created_at, detection_id`,
      [uid, photo],
    ),

  isKept: (uid: string, id: string) =>
    matchesRow(
      connection,
      'SELECT FROM user_products WHERE user_id = $1 AND detection_id = $2 AND is_kept',
      [uid, id],
    ),

  find: (uid: string, id: string) =>
    readRow(
      connection,
      recordFromRow,
      'SELECT * FROM user_products WHERE user_id = $1 AND detection_id = $2',
      [uid, id],
    ),

  countKept: async (uid: string) => {
    const { rowCount } = await connection.query(
      'SELECT FROM user_products WHERE user_id = $1 AND is_kept',
      [uid],
    )
    return rowCount ?? 0
  },

  /** A record without is_liked keeps its heart, and what was kept once stays so. */
  upsert: async (uid: string, id: string, record: StoredDetection, isKept: boolean) => {
    const parameters = COLUMNS.map((_, index) => `$${index + 4}`)
    const updates = COLUMNS.filter(
      (column) => column !== 'is_liked' || record.is_liked !== undefined,
    )
    const saved = await readRow(
      connection,
      recordFromRow,
      `INSERT INTO user_products (user_id, detection_id, is_kept, ${COLUMNS.join(', ')})
       VALUES ($1, $2, $3, ${parameters.join(', ')})
       ON CONFLICT (user_id, detection_id) DO UPDATE
         SET ${updates.map((column) => `${column} = EXCLUDED.${column}`).join(', ')},
           is_kept = user_products.is_kept OR EXCLUDED.is_kept, updated_at = now()
       RETURNING *`,
      [uid, id, isKept, ...COLUMNS.map((column) => valueOf(record, column))],
    )
    if (!saved) throw new Error('An upsert returned no row')
    return saved
  },

  change: (uid: string, id: string, changes: ProductChanges) => {
    const columns = COLUMNS.filter((column) => column in changes)
    const sets = columns.map((column, index) => `${column} = $${index + 3}`)
    const price = columns.indexOf('price')
    // In an UPDATE, `price` is the one before it.
    if (price >= 0)
      sets.push(`is_price_edited = is_price_edited
        OR (type <> 'my_product' AND price IS DISTINCT FROM $${price + 3})`)
    return readRow(
      connection,
      recordFromRow,
      `UPDATE user_products SET ${[...sets, 'is_kept = true', 'updated_at = now()'].join(', ')}
        WHERE user_id = $1 AND detection_id = $2 RETURNING *`,
      [uid, id, ...columns.map((column) => Reflect.get(changes, column) as unknown)],
    )
  },

  setLiked: async (uid: string, name: string, isLiked: boolean) => {
    await connection.query(
      `UPDATE user_products SET is_liked = $3, updated_at = now()
        WHERE user_id = $1 AND name = $2 AND is_liked <> $3`,
      [uid, name, isLiked],
    )
  },

  /** Older clients identify a detection by product_id, ours by detection_id. */
  remove: (uid: string, id: string) =>
    readRow(
      connection,
      removedProduct,
      `DELETE FROM user_products
        WHERE user_id = $1 AND detection_id = COALESCE(
          (SELECT detection_id FROM user_products WHERE user_id = $1 AND detection_id = $2),
          (SELECT min(detection_id) FROM user_products WHERE user_id = $1 AND product_id = $2))
        RETURNING name, is_liked, ARRAY[image_url, thumbnail, original_image_url] AS pictures`,
      [uid, id],
    ),
})

const favoriteFromRow = z
  .object({ name: z.string(), product: productRecordSchema, created_at: z.date() })
  .transform(({ name, product, created_at }): ProductRecord => ({
    ...product,
    title: name,
    is_liked: true,
    detected_at: created_at.toISOString(),
  }))

/** Favorites are keyed by the product's name. */
const createFavoritesStore = (connection: Connection) => ({
  list: (uid: string) =>
    readRows(
      connection,
      favoriteFromRow,
      // Not what a takedown covers, for as long as it does.
      `SELECT name, product, created_at FROM saved_products saved WHERE user_id = $1
        AND NOT EXISTS (SELECT FROM takedown_rows removed
          JOIN takedowns ON takedowns.id = removed.takedown_id AND takedowns.kind = 'product'
          WHERE removed.row_id = CASE WHEN saved.product ->> 'product_id' ~ '^\\d{1,18}$'
            THEN (saved.product ->> 'product_id')::bigint END)
        ORDER BY created_at DESC, name`,
      [uid],
    ),

  has: (uid: string, name: string) =>
    matchesRow(connection, 'SELECT FROM saved_products WHERE user_id = $1 AND name = $2', [
      uid,
      name,
    ]),

  /** Null if the list is full. Adding a name that is there already only replaces its copy. */
  add: (uid: string, product: ProductRecord, max: number) =>
    readRow(
      connection,
      favoriteFromRow,
      `INSERT INTO saved_products (user_id, name, type, product)
       SELECT $1, $2, $3, $4
        WHERE (SELECT count(*) FROM saved_products WHERE user_id = $1) < $5
           OR EXISTS (SELECT FROM saved_products WHERE user_id = $1 AND name = $2)
       ON CONFLICT (user_id, name) DO UPDATE SET type = EXCLUDED.type, product = EXCLUDED.product
       RETURNING name, product, created_at`,
      [
        uid,
        product.title,
        product.type === 'product' ? 'product' : 'detection',
        JSON.stringify(product),
        max,
      ],
    ),

  remove: async (uid: string, name: string) => {
    await connection.query('DELETE FROM saved_products WHERE user_id = $1 AND name = $2', [
      uid,
      name,
    ])
  },
})

const storesOn = (connection: Connection) => ({
  favorites: createFavoritesStore(connection),
  products: createProductsStore(connection),
  scans: createScansStore(connection),
})
export type Stores = ReturnType<typeof storesOn>

/** All lists; `inTransaction` hands out stores that change them together. */
export const createOwnProductStores = (pool: Connection, atomically: Atomically) => ({
  ...storesOn(pool),
  inTransaction: <T>(work: (stores: Stores, connection: Connection) => Promise<T>) =>
    atomically((connection) => work(storesOn(connection), connection)),
})
export type OwnProductStores = ReturnType<typeof createOwnProductStores>
