import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PROJECT_ROOT } from '#server/core/project-root.ts'
import { type ModelCards, modelCardsOf } from '#shared/vision/model-cards.ts'

/** Part of the version: a new method of indexing makes all products be indexed again. */
const INDEXING_METHOD = 'by garment'

/** The weights are part of the repository. */
export const MODEL_DIR = path.join(PROJECT_ROOT, 'models')

/** Model metadata (sizes, kinds, thresholds) of a folder, and the version of its weights. */
export const readModelCards = async (modelDir: string): Promise<ModelCards> => {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(modelDir, `${name}.json`), 'utf8'))
  const cards = {
    detector: await read('detector'),
    judge: await read('judge'),
    embedder: await read('embedder'),
    words: await read('words'),
  }
  const embedderWeights = await readFile(path.join(modelDir, 'embedder.onnx'))
  const wordsWeights = await readFile(path.join(modelDir, 'words.onnx'))
  return modelCardsOf(cards, ({ words }) => {
    const hash = createHash('sha256').update(INDEXING_METHOD).update(embedderWeights)
    if (Object.keys(words.likeness).length > 0)
      hash.update(wordsWeights).update(JSON.stringify(words.likeness))
    return hash.digest('hex').slice(0, 12)
  })
}
