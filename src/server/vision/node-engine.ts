import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { buildLensDetectionId } from '#shared/domain/detection.ts'
import { type DetectObjectsOptions, detectObjectsWith } from '#shared/vision/detect-objects.ts'
import { createEngine, type VisionEngine } from '#shared/vision/engine.ts'
import { type ModelCards, parseModelCards } from '#shared/vision/model-cards.ts'
import type { ModelSession } from '#shared/vision/model-session.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import { cutSquares, letterboxed } from './sharp-picture.ts'
import { createModelPool, type ModelPoolOptions } from './model-pool.ts'

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
  return parseModelCards(cards, ({ words }) => {
    const hash = createHash('sha256').update(INDEXING_METHOD).update(embedderWeights)
    if (Object.keys(words.likeness).length > 0)
      hash.update(wordsWeights).update(JSON.stringify(words.likeness))
    return hash.digest('hex').slice(0, 12)
  })
}

type EngineOptions = Partial<Omit<ModelPoolOptions, 'modelDir'>> & {
  modelDir: string
  /** Models that run elsewhere. */
  session?: ModelSession
}

/** Interactive tasks that may wait; further ones get a 503. */
export const QUEUE_LIMIT = 12

/** Two threads per worker use both cores of a small server for a single waiting photo. */
const DEFAULTS = { workers: 1, threads: 2, queueLimit: QUEUE_LIMIT }

export const createVisionEngine = async (options: EngineOptions): Promise<VisionEngine> => {
  const cards = await readModelCards(options.modelDir)
  const session = options.session ?? createModelPool({ ...DEFAULTS, ...options })
  return createEngine(session, { letterboxed, cutSquares }, cards)
}

export const detectObjects = (
  engine: VisionEngine,
  picture: RawPicture,
  options?: DetectObjectsOptions,
) => detectObjectsWith(() => buildLensDetectionId(randomUUID()), engine, picture, options)
