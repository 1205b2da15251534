import { z } from 'zod'
import { type Atomically, type Connection, isoTime } from '#server/core/db/query.ts'
import {
  countAffectedRows,
  execute,
  hasRow,
  joinSql,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
  requireRow,
  sql,
} from '#server/core/db/sql.ts'
import { scanSummarySchema } from '#shared/contract/library.ts'
import { type ProductRecord, productRecordSchema } from '#shared/contract/products.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { type StoredDetection, storedDetectionSchema } from '#shared/domain/detection.ts'
import { UPLOADS_PATH } from '#shared/pictures.ts'

const { shape } = storedDetectionSchema.omit({ detection_id: true })
type Column = keyof typeof shape
const COLUMNS = Object.keys(shape) as Column[]

export type ProductChanges = Partial<
  Pick<StoredDetection, Exclude<Column, 'bbox' | 'is_liked' | 'is_price_edited'>>
>

/** A product that a user added by hand is a 'my_product'; one found in a photo is a 'detection'. */
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

/** The conditions of My Products, and of all detections. */
const LIST_CONDITIONS = { kept: 'is_kept', detected: "type <> 'my_product'" } as const

const removedProduct = z.object({
  name: z.string(),
  is_liked: z.boolean(),
  pictures: z.array(z.string().nullable()),
})

const getValue = (record: StoredDetection, column: Column) =>
  column === 'bbox'
    ? record.bbox && JSON.stringify(record.bbox)
    : column === 'is_liked' || column === 'is_price_edited'
      ? (record[column] ?? false)
      : (record[column] ?? null)

/** The names of its fields in a reply. */
const NAMES_BYTES = 400
const BYTES = COLUMNS.reduce(
  (sum, column) => `${sum} + coalesce(octet_length(${column}::text), 0)`,
  String(NAMES_BYTES),
)

export type ListSize = { rows: number; bytes: number }

const createOwnProductsStore = (connection: Connection) => ({
  /** The newest, as many as `max` allows. */
  list: (uid: string, list: keyof typeof LIST_CONDITIONS, max: ListSize) =>
    readRows(connection, recordFromRow)`
      SELECT * FROM (SELECT *, sum(${raw(BYTES)}) OVER (ORDER BY created_at DESC, detection_id) AS bytes
        FROM user_products WHERE user_id = ${uid} AND ${raw(LIST_CONDITIONS[list])}) listed
      WHERE bytes <= ${max.bytes}
      ORDER BY created_at DESC, detection_id LIMIT ${max.rows}`,

  /** Of all there are. */
  readPart: (uid: string, list: keyof typeof LIST_CONDITIONS, limit: number, offset: number) =>
    readRows(connection, recordFromRow)`
      SELECT * FROM user_products WHERE user_id = ${uid} AND ${raw(LIST_CONDITIONS[list])}
      ORDER BY created_at DESC, detection_id LIMIT ${limit} OFFSET ${offset}`,

  keptBytes: async (uid: string) =>
    (await readValue(connection, z.coerce.number())`
      SELECT coalesce(sum(${raw(BYTES)}), 0) FROM user_products
      WHERE user_id = ${uid} AND is_kept`) ?? 0,

  ofPhoto: (uid: string, photo: string) =>
    readRows(connection, recordFromRow)`
      SELECT * FROM user_products WHERE user_id = ${uid} AND original_image_url = ${photo}
      ORDER BY created_at, detection_id`,

  isKept: (uid: string, id: string) =>
    hasRow(connection)`
      SELECT FROM user_products WHERE user_id = ${uid} AND detection_id = ${id} AND is_kept`,

  find: (uid: string, id: string) =>
    readRow(connection, recordFromRow)`
      SELECT * FROM user_products WHERE user_id = ${uid} AND detection_id = ${id}`,

  countKept: (uid: string) =>
    countAffectedRows(connection)`SELECT FROM user_products WHERE user_id = ${uid} AND is_kept`,

  /** A record without is_liked keeps its heart, and a record that was kept stays kept. */
  upsert: (uid: string, id: string, record: StoredDetection, isKept: boolean) => {
    const values = COLUMNS.map((column) => sql`${getValue(record, column)}`)
    const updates = COLUMNS.filter(
      (column) => column !== 'is_liked' || record.is_liked !== undefined,
    )
    return requireRow(connection, recordFromRow)`
      INSERT INTO user_products (user_id, detection_id, is_kept, ${raw(COLUMNS.join(', '))})
      VALUES (${uid}, ${id}, ${isKept}, ${joinSql(values, ', ')})
      ON CONFLICT (user_id, detection_id) DO UPDATE
        SET ${raw(updates.map((column) => `${column} = EXCLUDED.${column}`).join(', '))},
          is_kept = user_products.is_kept OR EXCLUDED.is_kept, updated_at = now()
      RETURNING *`
  },

  change: (uid: string, id: string, changes: ProductChanges) => {
    const sets = COLUMNS.filter((column) => column in changes).map(
      (column) => sql`${raw(column)} = ${Reflect.get(changes, column)}`,
    )
    // In an UPDATE, `price` is the value before the change.
    if ('price' in changes)
      sets.push(sql`is_price_edited = is_price_edited
        OR (type <> 'my_product' AND price IS DISTINCT FROM ${changes.price})`)
    return readRow(connection, recordFromRow)`
      UPDATE user_products
      SET ${joinSql([...sets, sql`is_kept = true`, sql`updated_at = now()`], ', ')}
      WHERE user_id = ${uid} AND detection_id = ${id} RETURNING *`
  },

  setLiked: (uid: string, name: string, isLiked: boolean) =>
    execute(connection)`
      UPDATE user_products SET is_liked = ${isLiked}, updated_at = now()
      WHERE user_id = ${uid} AND name = ${name} AND is_liked <> ${isLiked}`,

  /** Older clients identify a detection by product_id, ours by detection_id. */
  remove: (uid: string, id: string) =>
    readRow(connection, removedProduct)`
      DELETE FROM user_products
      WHERE user_id = ${uid} AND detection_id = COALESCE(
        (SELECT detection_id FROM user_products WHERE user_id = ${uid} AND detection_id = ${id}),
        (SELECT min(detection_id) FROM user_products WHERE user_id = ${uid} AND product_id = ${id}))
      RETURNING name, is_liked, ARRAY[image_url, thumbnail, original_image_url] AS pictures`,
})

const favoriteFromRow = z
  .object({ name: z.string(), product: productRecordSchema, created_at: z.date() })
  .transform(({ name, product, created_at }): ProductRecord => ({
    ...product,
    title: name,
    is_liked: true,
    detected_at: created_at.toISOString(),
  }))

const IS_NOT_REMOVED = sql`NOT EXISTS (SELECT FROM takedown_rows removed
  JOIN takedowns ON takedowns.id = removed.takedown_id AND takedowns.kind = 'product'
  WHERE removed.row_id = CASE WHEN saved.product ->> 'product_id' ~ '^\\d{1,18}$'
    THEN (saved.product ->> 'product_id')::bigint END)`

/** Favorites are keyed by the product's name. */
const createFavoritesStore = (connection: Connection) => ({
  /** The newest, as many as `max` allows. Hides products while a takedown covers them. */
  list: (uid: string, max: ListSize) =>
    readRows(connection, favoriteFromRow)`
      SELECT name, product, created_at FROM (SELECT *, sum(octet_length(product::text))
          OVER (ORDER BY created_at DESC, name) AS bytes
        FROM saved_products WHERE user_id = ${uid}) saved
      WHERE bytes <= ${max.bytes} AND ${IS_NOT_REMOVED}
      ORDER BY created_at DESC, name LIMIT ${max.rows}`,

  /** Of all there are. */
  readPart: (uid: string, limit: number, offset: number) =>
    readRows(connection, favoriteFromRow)`
      SELECT name, product, created_at FROM saved_products saved
      WHERE user_id = ${uid} AND ${IS_NOT_REMOVED}
      ORDER BY created_at DESC, name LIMIT ${limit} OFFSET ${offset}`,

  has: (uid: string, name: string) =>
    hasRow(connection)`SELECT FROM saved_products WHERE user_id = ${uid} AND name = ${name}`,

  /** Null if the list is full. Adding a name again only replaces the stored copy. */
  add: (uid: string, product: ProductRecord, max: ListSize) =>
    readRow(connection, favoriteFromRow)`
      WITH given AS (SELECT ${JSON.stringify(product)}::jsonb AS product),
      known AS (SELECT name, octet_length(product::text) AS bytes FROM saved_products
        WHERE user_id = ${uid}),
      former AS (SELECT bytes FROM known WHERE name = ${product.title})
      INSERT INTO saved_products (user_id, name, type, product)
      SELECT ${uid}, ${product.title}, ${product.type === 'product' ? 'product' : 'detection'}, product
      FROM given CROSS JOIN LATERAL (SELECT octet_length(product::text) AS bytes) size
      WHERE ((SELECT count(*) FROM known) < ${max.rows} OR EXISTS (SELECT FROM former))
        AND (size.bytes <= (SELECT bytes FROM former) OR size.bytes + (SELECT
          coalesce(sum(bytes), 0) FROM known WHERE name <> ${product.title}) <= ${max.bytes})
      ON CONFLICT (user_id, name) DO UPDATE SET type = EXCLUDED.type, product = EXCLUDED.product
      RETURNING name, product, created_at`,

  remove: (uid: string, name: string) =>
    execute(connection)`
      DELETE FROM saved_products WHERE user_id = ${uid} AND name = ${name}`,
})

const createStores = (connection: Connection) => ({
  favorites: createFavoritesStore(connection),
  products: createOwnProductsStore(connection),
  scans: createScansStore(connection),
})
export type Stores = ReturnType<typeof createStores>

/**
 * All lists; `inTransaction` hands out stores that change them together, one transaction of a user after
 * the other: two tabs that lock hearts and products in different order would end in a deadlock.
 */
export const createOwnProductStores = (pool: Connection, atomically: Atomically) => ({
  ...createStores(pool),
  inTransaction: <T>(
    uid: string,
    work: (stores: Stores, connection: Connection) => Promise<T>,
  ): Promise<T> =>
    atomically(async (connection) => {
      await execute(connection)`
        SELECT pg_advisory_xact_lock(hashtextextended('lists of ' || ${uid}::text, 0))`
      return work(createStores(connection), connection)
    }),
})
export type OwnProductStores = ReturnType<typeof createOwnProductStores>

/** A scan consists of the detections in one uploaded photo. */
const ofScans = (uid: string) =>
  sql`user_id = ${uid} AND strpos(original_image_url, ${UPLOADS_PATH}) > 0`

const MAX_NAMES = 3

const summaryRow = scanSummarySchema.extend({ scanned_at: isoTime })

const resultRow = z.object({ detection_id: z.string(), is_kept: z.boolean(), result: z.unknown() })

export const createScansStore = (connection: Connection) => ({
  /** Names are the labels of the objects, or the name of the product if an object has no label. */
  list: (uid: string) =>
    readRows(connection, summaryRow)`
      SELECT original_image_url AS photo, min(created_at) AS scanned_at, count(*)::int AS objects,
        (array_agg(coalesce(nullif(result.detection ->> 'label', ''), name)
          ORDER BY confidence DESC, detection_id))[1:${MAX_NAMES}] AS names
      FROM user_products LEFT JOIN scan_results result USING (user_id, detection_id)
      WHERE ${ofScans(uid)}
      GROUP BY original_image_url ORDER BY min(created_at) DESC, original_image_url`,

  /** The stored result of each detection of a photo; null if there is only its record. */
  results: (uid: string, photo: string) =>
    readRows(connection, resultRow)`
      SELECT detection_id, is_kept, result.detection AS result
      FROM user_products LEFT JOIN scan_results result USING (user_id, detection_id)
      WHERE user_id = ${uid} AND original_image_url = ${photo}`,

  countOf: async (uid: string, photo: string) =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM user_products
      WHERE user_id = ${uid} AND original_image_url = ${photo}`) ?? 0,

  saveResult: (uid: string, id: string, detection: ScanDetection) =>
    execute(connection)`
      INSERT INTO scan_results (user_id, detection_id, detection) VALUES (${uid}, ${id},
        ${JSON.stringify(detection)})
      ON CONFLICT (user_id, detection_id) DO UPDATE SET detection = EXCLUDED.detection`,

  /** All photos but those of the newest scans, as many as `max` allows. */
  photosBeyond: (uid: string, max: { scans: number; bytes: number }) =>
    readValues(connection, z.string())`
      SELECT photo FROM (
        SELECT original_image_url AS photo, row_number() OVER newest AS place,
          sum(sum(${raw(BYTES)} + coalesce(octet_length(result.detection::text), 0)))
            OVER newest AS bytes
        FROM user_products LEFT JOIN scan_results result USING (user_id, detection_id)
        WHERE ${ofScans(uid)} GROUP BY original_image_url
        WINDOW newest AS (ORDER BY min(created_at) DESC, original_image_url)) scan
      WHERE place > ${max.scans} OR (bytes > ${max.bytes} AND place > 1) ORDER BY place`,

  /** Deletes detections except those in My Products or saved, which stay without the photo. */
  forget: async (uid: string, photos: readonly string[]): Promise<number> => {
    const deleted = await countAffectedRows(connection)`
      DELETE FROM user_products
      WHERE user_id = ${uid} AND original_image_url = ANY(${photos}) AND NOT is_kept`
    const detached = await countAffectedRows(connection)`
      UPDATE user_products SET original_image_url = NULL, bbox = NULL
      WHERE user_id = ${uid} AND original_image_url = ANY(${photos})`
    await execute(connection)`
      DELETE FROM scan_results result USING user_products own
      WHERE own.user_id = ${uid} AND own.user_id = result.user_id
        AND own.detection_id = result.detection_id AND own.original_image_url IS NULL`
    await execute(connection)`
      UPDATE saved_products
      SET product = product || '{"original_image_url": null, "bbox": null}'
      WHERE user_id = ${uid} AND product ->> 'original_image_url' = ANY(${photos})`
    return deleted + detached
  },
})

const stateRow = z.object({ version: z.coerce.number(), has_session: z.boolean() })

export const createLiveStore = (connection: Connection) => ({
  /** The version of the user's lists; null if the session has ended. */
  version: async (uid: string, sessionId: string): Promise<number | null> => {
    const row = await readRow(connection, stateRow)`
      SELECT COALESCE((SELECT version FROM live_versions WHERE user_id = ${uid}), 0) AS version,
      EXISTS (SELECT FROM sessions WHERE id = ${sessionId} AND expires_at > now()) AS has_session`
    return row?.has_session ? row.version : null
  },

  /** Which of these sessions have ended. */
  endedSessions: (sessionIds: string[]): Promise<string[]> =>
    readValues(connection, z.string())`
      SELECT open.id FROM unnest(${sessionIds}::text[]) AS open (id)
       LEFT JOIN sessions s ON s.id = open.id AND s.expires_at > now()
      WHERE s.id IS NULL`,
})
export type LiveStore = ReturnType<typeof createLiveStore>
