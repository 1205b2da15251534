import { z } from 'zod'
import type { ScanSummary } from '#shared/contract/library.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { UPLOADS_PATH } from '#shared/pictures.ts'
import { type Connection, readRows, readValue, readValues } from '#server/core/db/query.ts'

/** A scan is what was found in one uploaded photo. */
const OF_SCANS = `user_id = $1 AND strpos(original_image_url, '${UPLOADS_PATH}') > 0`

const NAMES_SHOWN = 3

const summaryRow = z
  .object({
    photo: z.string(),
    scanned_at: z.date(),
    objects: z.number(),
    names: z.array(z.string()),
  })
  .transform((row): ScanSummary => ({ ...row, scanned_at: row.scanned_at.toISOString() }))

const resultRow = z.object({ detection_id: z.string(), is_kept: z.boolean(), result: z.unknown() })

export const createScansStore = (connection: Connection) => ({
  list: (uid: string) =>
    readRows(
      connection,
      summaryRow,
      // What is in the photo, not what was found for it; a box without a label has only the latter.
      `SELECT original_image_url AS photo, min(created_at) AS scanned_at, count(*)::int AS objects,
        (array_agg(coalesce(nullif(result.detection ->> 'label', ''), name)
          ORDER BY confidence DESC, detection_id))[1:${NAMES_SHOWN}] AS names
       FROM user_products LEFT JOIN scan_results result USING (user_id, detection_id)
       WHERE ${OF_SCANS}
       GROUP BY original_image_url ORDER BY min(created_at) DESC, original_image_url`,
      [uid],
    ),

  /** What was stored for each detection of a photo; null where there is only its record. */
  results: (uid: string, photo: string) =>
    readRows(
      connection,
      resultRow,
      `SELECT detection_id, is_kept, result.detection AS result
       FROM user_products LEFT JOIN scan_results result USING (user_id, detection_id)
       WHERE user_id = $1 AND original_image_url = $2`,
      [uid, photo],
    ),

  countOf: async (uid: string, photo: string) =>
    (await readValue(
      connection,
      z.number(),
      `SELECT count(*)::int FROM user_products
        WHERE user_id = $1 AND original_image_url = $2`,
      [uid, photo],
    )) ?? 0,

  saveResult: async (uid: string, id: string, detection: ScanDetection) => {
    await connection.query(
      `INSERT INTO scan_results (user_id, detection_id, detection) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, detection_id) DO UPDATE SET detection = EXCLUDED.detection`,
      [uid, id, JSON.stringify(detection)],
    )
  },

  /** All photos but those of the newest scans. */
  photosBeyond: (uid: string, newest: number) =>
    readValues(
      connection,
      z.string(),
      `SELECT original_image_url FROM user_products WHERE ${OF_SCANS}
       GROUP BY original_image_url ORDER BY min(created_at) DESC, original_image_url OFFSET $2`,
      [uid, newest],
    ),

  /** Deletes what was only found. What is in My Products or saved stays, without the photo. */
  forget: async (uid: string, photos: readonly string[]): Promise<number> => {
    const { rowCount: deleted } = await connection.query(
      `DELETE FROM user_products
        WHERE user_id = $1 AND original_image_url = ANY($2) AND NOT is_kept`,
      [uid, photos],
    )
    const { rowCount: detached } = await connection.query(
      `UPDATE user_products SET original_image_url = NULL, bbox = NULL
        WHERE user_id = $1 AND original_image_url = ANY($2)`,
      [uid, photos],
    )
    await connection.query(
      `DELETE FROM scan_results result USING user_products own
        WHERE own.user_id = $1 AND own.user_id = result.user_id
          AND own.detection_id = result.detection_id AND own.original_image_url IS NULL`,
      [uid],
    )
    await connection.query(
      `UPDATE saved_products
        SET product = product || '{"original_image_url": null, "bbox": null}'
        WHERE user_id = $1 AND product ->> 'original_image_url' = ANY($2)`,
      [uid, photos],
    )
    return (deleted ?? 0) + (detached ?? 0)
  },
})
