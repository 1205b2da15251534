import { z } from 'zod'
import { scanDetectionSchema } from '#shared/contract/scan.ts'
import { detectionFromRecord } from '#shared/domain/detection-record.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Pictures } from './products.service.ts'
import type { OwnProductStores } from './products.store.ts'

/** Earlier versions stored the embedding of an object as its `look`. */
const storedResultSchema = z.preprocess(
  (stored) =>
    typeof stored === 'object' && stored !== null && 'look' in stored
      ? { embedding: stored.look, ...stored }
      : stored,
  scanDetectionSchema,
)

/** A result of another shape is ignored, and its record is used instead. */
const readResult = (stored: unknown) => storedResultSchema.safeParse(stored).data ?? null

/** Detections are saved after a scan. All records of one photo make up a scan. */
export const createScansService = (
  { products, scans, inTransaction }: OwnProductStores,
  pictures: Pick<Pictures, 'release'>,
) => {
  const forget = async (uid: string, photos: readonly string[]) => {
    const forgotten = await inTransaction(({ scans }) => scans.forget(uid, photos))
    await pictures.release(uid, photos)
    return forgotten
  }

  return {
    list: scans.list,

    open: async (uid: string, photo: string) => {
      const results = new Map(
        (await scans.results(uid, photo)).map((row) => [row.detection_id, row]),
      )
      const records = await products.ofPhoto(uid, photo)
      if (records.length === 0) throw new AppError(404, 'That scan does not exist')
      return {
        photo,
        detections: records.map((record, index) =>
          detectionFromRecord(record, readResult(results.get(record.id)?.result), index),
        ),
        kept: records.map(({ id }) => id).filter((id) => results.get(id)?.is_kept),
      }
    },

    remove: async (uid: string, photo: string) => {
      if ((await forget(uid, [photo])) === 0) throw new AppError(404, 'That scan does not exist')
    },

    removeAll: async (uid: string) => {
      await forget(uid, await scans.photosBeyond(uid, 0))
    },
  }
}
export type ScansService = ReturnType<typeof createScansService>
