import type { ModelCards } from './model-cards.ts'
import type { ModelName } from './model-runs.ts'

/** What a browser downloads to scan photos itself: onnxruntime and the models, in parts. */

/** Parts arrive one by one, so that a lost connection costs one of them. */
export type ModelPart = { path: string; bytes: number; sentBytes: number; sha256: string }

export type BrowserFile = 'runtime' | ModelName

/** In the order in which they are needed. */
export const BROWSER_FILES = ['runtime', 'detector', 'judge', 'words', 'embedder'] as const
/** Enough to show boxes; words and vectors come later. */
export const FIRST_FILES: readonly BrowserFile[] = ['runtime', 'detector', 'judge']

export type BrowserModels = {
  /** Identifies the weights; the server rejects results of other weights. */
  models: string
  cards: ModelCards
  files: Record<BrowserFile, ModelPart[]>
}

export const MODELS_PATH = '/models'
export const MODELS_LIST = `${MODELS_PATH}/list.json`
