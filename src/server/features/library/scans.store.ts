import { z } from 'zod'
import { scanSummarySchema } from '#shared/contract/library.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { UPLOADS_PATH } from '#shared/pictures.ts'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { countRows, execute, readRows, readValue, readValues, sql } from '#server/core/db/sql.ts'

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

  /** All photos but those of the newest scans. */
  photosBeyond: (uid: string, newest: number) =>
    readValues(connection, z.string())`
      SELECT original_image_url FROM user_products WHERE ${ofScans(uid)}
      GROUP BY original_image_url ORDER BY min(created_at) DESC, original_image_url
      OFFSET ${newest}`,

  /** Deletes detections except those in My Products or saved, which stay without the photo. */
  forget: async (uid: string, photos: readonly string[]): Promise<number> => {
    const deleted = await countRows(connection)`
      DELETE FROM user_products
      WHERE user_id = ${uid} AND original_image_url = ANY(${photos}) AND NOT is_kept`
    const detached = await countRows(connection)`
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
