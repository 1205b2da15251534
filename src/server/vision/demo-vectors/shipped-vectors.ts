import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { DRAWINGS_VERSION } from '#demo/drawings-version.ts'
import { readAllSubjects } from '#server/vision/indexing/subjects.store.ts'
import { readModelCards } from '#server/vision/model-cards.ts'
import { writeVectors } from '#server/vision/vectors/product-vectors.store.ts'
import { readVectorFile } from './vector-file.ts'

/** Lies beside the weights that it was made with. */
export const demoVectorsFile = (modelDir: string) => path.join(modelDir, 'demo-vectors.bin')

const DRAWING = /^\/media\/demo\/products\/([a-z0-9-]+)\.jpg$/

/** Which drawing of the demo catalogue an address shows. */
export const drawingOf = (url: string): string | null => DRAWING.exec(url)?.[1] ?? null

const readShipped = async (modelDir: string) => {
  const file = readVectorFile(await readFile(demoVectorsFile(modelDir)))
  const { vectorVersion } = await readModelCards(modelDir)
  return file.vectorVersion === vectorVersion && file.drawings === DRAWINGS_VERSION ? file : null
}

/**
 * Gives the demo's products the vectors that came with the project, and spares a first start minutes
 * of looking at pictures that never change. Those of other models or drawings are left alone: what has
 * no vector is looked at in the background. The number given.
 */
export const giveShippedVectors = async (
  pool: pg.Pool,
  log: Logger,
  modelDir: string,
): Promise<number> => {
  const shipped = await readShipped(modelDir).catch((err: unknown) => {
    log.warn({ err }, 'The vectors of the demo catalogue cannot be read')
    return null
  })
  if (!shipped) return 0
  const subjects = await readAllSubjects(pool)
  const known = subjects.flatMap(({ productKey, url, category, price, ownerUid }) => {
    const vector = shipped.vectors.get(drawingOf(url) ?? '')
    return vector ? [{ productKey, vector, category, price, ownerUid }] : []
  })
  await writeVectors(pool, shipped.vectorVersion, known)
  return known.length
}
