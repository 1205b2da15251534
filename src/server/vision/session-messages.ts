import type { Size } from './image-ops.ts'
import type { Proposal } from './second-look.ts'

/** What the server and its model worker say to each other; pixels and vectors are handed over, never copied. */

export type DetectInput = { pixels: Uint8Array; size: Size; canvas: Size }
export type EmbedInput = { pixels: Uint8Array; count: number }
export type ModelTask = ({ type: 'detect' } & DetectInput) | ({ type: 'embed' } & EmbedInput)

/** In pixels of the scaled picture, kinds by their number. */
export type DetectOutput = { proposals: Proposal[] }
export type EmbedOutput = { vectors: Float32Array }

/** The time inside the models alone: the bench sets it beside the whole. */
export type Timed = { modelMs: number }
export type ModelOutput = (DetectOutput | EmbedOutput) & Timed

export type WorkerRequest = { id: number; task: ModelTask }
export type WorkerReply =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  | { type: 'done'; id: number; output: ModelOutput }
  | { type: 'failed'; id: number; reason: string }

export type WorkerSettings = { modelDir: string; threads: number }
