import { writeFile } from 'node:fs/promises'
import { drawDemoPicture, readDemoCatalog, readDemoShop } from '#demo'
import type { Connection } from '#server/core/db/query.ts'
import {
  getDemoVectorsFile,
  parseDrawing,
  readVectorFile,
  writeVectorFile,
} from '#server/vision/demo-vectors/demo-vectors.ts'
import { createSubjectsStore, type Subject } from '#server/vision/indexing/indexing.store.ts'
import { readProductPicture } from '#server/vision/indexing/read-product-picture.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { computeDotProduct } from '#shared/vision/likeness.ts'

/** Drawings are rendered and decoded while the models process others. */
const AT_ONCE = 4

/** The drawings and cut-outs of the demo's products, in a stable order, and their version. */
export const listDemoDrawings = async () => {
  const { rows, drawingsVersion } = await readDemoCatalog()
  const { pictures } = await readDemoShop()
  const urls = [...rows.map(({ product_image }) => product_image), ...pictures]
  const ids = urls.flatMap((url) => parseDrawing(url) ?? [])
  return { ids: [...new Set(ids)].toSorted(), drawings: drawingsVersion }
}

/** The demo's products by drawing, as the indexer sees them. */
export const readDemoSubjects = async (pool: Connection): Promise<Map<string, Subject>> => {
  const subjects = await createSubjectsStore(pool).readAll()
  return new Map(
    subjects.flatMap((subject) => {
      const id = parseDrawing(subject.urls[0])
      return id === null ? [] : [[id, subject] as const]
    }),
  )
}

export const embedDrawing = async (
  engine: VisionEngine,
  id: string,
  subject: Subject | undefined,
): Promise<Float32Array> => {
  const name = id.startsWith('cutouts/') ? id : `products/${id}`
  const picture = await drawDemoPicture(`demo/${name}.jpg`)
  if (!picture || !subject) throw new Error(`The demo catalogue has no product ${id}`)
  const { signal } = new AbortController()
  return (await readProductPicture(engine, await openPicture(picture.data), subject, signal)).vector
}

/** `npm run vision -- demo-vectors`, needed after new models or drawings. Reports the loss from rounding. */
export const makeDemoVectors = async (
  { engine, pool }: { engine: VisionEngine; pool: Connection },
  modelDir: string,
  onProgress: (done: number, total: number) => void,
) => {
  const { ids, drawings } = await listDemoDrawings()
  const subjects = await readDemoSubjects(pool)
  const vectorsByProduct = new Map<string, Float32Array>()
  const waiting = ids.values()
  const embedWaiting = async () => {
    for (const id of waiting) {
      vectorsByProduct.set(id, await embedDrawing(engine, id, subjects.get(id)))
      onProgress(vectorsByProduct.size, ids.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, embedWaiting))
  const vectors = new Map([...vectorsByProduct].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const { vectorVersion } = engine.cards
  const content = writeVectorFile({ vectorVersion, drawings, vectors })
  const file = getDemoVectorsFile(modelDir)
  await writeFile(file, content)
  const existingVectors = readVectorFile(content).vectors
  const lowestCosine = Math.min(
    ...[...vectors].map(([id, vector]) =>
      computeDotProduct(vector, existingVectors.get(id) ?? new Float32Array()),
    ),
  )
  return { file, products: ids.length, bytes: content.length, lowestCosine }
}
