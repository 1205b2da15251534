import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Connection } from '#server/core/db/query.ts'
import { createJobsStore } from '#server/core/jobs/jobs.store.ts'
import { INDEX_QUEUE } from '#server/vision/indexing/index-queue.store.ts'
import { createSubjectsStore } from '#server/vision/indexing/subjects.store.ts'
import { readModelCards } from '#server/vision/model-cards.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { readVectorFile } from './vector-file.ts'

/** Kept beside the weights it was made with. */
export const demoVectorsFile = (modelDir: string) => path.join(modelDir, 'demo-vectors.bin')

const PICTURE = /^\/media\/demo\/(?:products\/([a-z0-9-]+)\.jpg|(shop\/[0-9a-f]+)\.webp)$/

/** The id of the demo's drawing or photo at a URL. */
export const drawingOf = (url: string): string | null => {
  const [, drawing, photo] = PICTURE.exec(url) ?? []
  return drawing ?? photo ?? null
}

const readShipped = async (modelDir: string, drawings: string) => {
  const file = readVectorFile(await readFile(demoVectorsFile(modelDir)))
  const { vectorVersion } = await readModelCards(modelDir)
  return file.vectorVersion === vectorVersion && file.drawings === drawings ? file : null
}

/**
 * Gives the demo's products the vectors shipped with the project, which saves the first start minutes
 * of indexing. Vectors made by other models or of other drawings are ignored, and the products are
 * indexed in the background instead. Returns how many products got a vector.
 */
export const giveShippedVectors = async (
  pool: Connection,
  log: Logger,
  modelDir: string,
  drawings: string,
): Promise<number> => {
  const shipped = await readShipped(modelDir, drawings).catch((err: unknown) => {
    log.warn({ err }, 'Cannot read the shipped vectors of the demo catalogue')
    return null
  })
  if (!shipped) return 0
  const subjects = await createSubjectsStore(pool).readAll()
  const known = subjects.flatMap(({ productKey, urls, category, ownerUid }) => {
    const vector = shipped.vectors.get(drawingOf(urls[0]) ?? '')
    return vector ? [{ productKey, vector, category, ownerUid }] : []
  })
  await createProductVectorsStore(pool).write(shipped.vectorVersion, known)
  await createJobsStore(pool, INDEX_QUEUE).forget(known.map(({ productKey }) => productKey))
  return known.length
}
