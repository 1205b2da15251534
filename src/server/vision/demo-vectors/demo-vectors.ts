import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { createJobsStore } from '#server/core/jobs/jobs.store.ts'
import { readModelCards } from '#server/vision/node-engine.ts'
import { createSubjectsStore, INDEX_QUEUE } from '#server/vision/indexing/indexing.store.ts'
import { quantizeVector, normalizeVector } from '#shared/vision/likeness.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'

/**
 * A line of JSON, then one byte per component. Vectors have unit length, so only the direction is
 * stored.
 */
const headSchema = z.object({
  vectorVersion: z.string(),
  drawings: z.string(),
  dimensions: z.number().int().positive(),
  products: z.array(z.string()),
})
type Head = z.infer<typeof headSchema>

export type VectorFile = Omit<Head, 'dimensions' | 'products'> & {
  vectors: ReadonlyMap<string, Float32Array>
}

const LINE_END = 0x0a

export const writeVectorFile = ({ vectors, ...source }: VectorFile): Buffer => {
  const dimensions = [...vectors.values()][0]?.length ?? 0
  const head: Head = { ...source, dimensions, products: [...vectors.keys()] }
  const bodies = [...vectors.values()].map((vector) => {
    if (vector.length !== dimensions) throw new Error('The vectors have different lengths')
    return new Uint8Array(quantizeVector(vector).buffer)
  })
  return Buffer.concat([Buffer.from(`${JSON.stringify(headSchema.parse(head))}\n`), ...bodies])
}

export const readVectorFile = (content: Buffer): VectorFile => {
  const bodyStart = content.indexOf(LINE_END) + 1
  const { dimensions, products, ...source } = headSchema.parse(
    JSON.parse(content.toString('utf8', 0, bodyStart)),
  )
  if (content.length !== bodyStart + products.length * dimensions)
    throw new Error('The vector file is truncated')
  const getVectorAt = (index: number) =>
    normalizeVector(
      new Int8Array(content.subarray(bodyStart + index * dimensions).subarray(0, dimensions)),
    )
  return { ...source, vectors: new Map(products.map((id, index) => [id, getVectorAt(index)])) }
}

/** Kept beside the weights it was made with. */
export const getDemoVectorsFile = (modelDir: string) => path.join(modelDir, 'demo-vectors.bin')

const PICTURE = /^\/media\/demo\/(?:products\/([a-z0-9-]+)|(cutouts\/[0-9a-f]+))\.jpg$/

/** The id of the demo's drawing or cut-out at a URL. */
export const parseDrawing = (url: string): string | null => {
  const [, drawing, cutout] = PICTURE.exec(url) ?? []
  return drawing ?? cutout ?? null
}

const readShippedVectors = async (modelDir: string, drawings: string) => {
  const file = readVectorFile(await readFile(getDemoVectorsFile(modelDir)))
  const { vectorVersion } = await readModelCards(modelDir)
  return file.vectorVersion === vectorVersion && file.drawings === drawings ? file : null
}

/**
 * Gives the demo's products the vectors shipped with the project, which saves the first start minutes
 * of indexing. Vectors made by other models or of other drawings are ignored, and the products are
 * indexed in the background instead. Returns how many products got a vector.
 */
export const insertShippedVectors = async (
  pool: Connection,
  log: Logger,
  modelDir: string,
  drawings: string,
): Promise<number> => {
  const shipped = await readShippedVectors(modelDir, drawings).catch((err: unknown) => {
    log.warn({ err }, 'Cannot read the shipped vectors of the demo catalogue')
    return null
  })
  if (!shipped) return 0
  const subjects = await createSubjectsStore(pool).readAll()
  const productVectors = subjects.flatMap(({ productKey, urls, category, ownerUid }) => {
    const vector = shipped.vectors.get(parseDrawing(urls[0]) ?? '')
    return vector ? [{ productKey, vector, category, ownerUid }] : []
  })
  await createProductVectorsStore(pool).write(shipped.vectorVersion, productVectors)
  await createJobsStore(pool, INDEX_QUEUE).forget(
    productVectors.map(({ productKey }) => productKey),
  )
  return productVectors.length
}
