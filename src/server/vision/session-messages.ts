import type { Size } from './image-ops.ts'
import type { Proposal } from './second-look.ts'

/** Messages between the server and its model worker. Pixels and vectors are transferred, not copied. */

export type DetectInput = { pixels: Uint8Array; size: Size; canvas: Size }
/** Both take the same squares: one gives vectors, the other the probabilities of words. */
export type CropModel = 'embedder' | 'words'
export type EmbedInput = { model: CropModel; pixels: Uint8Array; count: number }
export type ModelTask = ({ type: 'detect' } & DetectInput) | ({ type: 'embed' } & EmbedInput)

/** Boxes in pixels of the scaled picture; kinds by index. */
export type DetectOutput = { proposals: Proposal[] }
export type EmbedOutput = { rows: Float32Array }

/** Time spent inside the models, reported by the bench. */
export type Timed = { modelMs: number }
export type ModelOutput = (DetectOutput | EmbedOutput) & Timed

export type WorkerRequest = { id: number; task: ModelTask }
export type WorkerReply =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  | { type: 'done'; id: number; output: ModelOutput }
  | { type: 'failed'; id: number; reason: string }

export type WorkerSettings = { modelDir: string; threads: number }
