import type { Size } from '#shared/domain/box.ts'
import type { BoxProposal } from './rescore-boxes.ts'

/** The port to whatever runs the models: threads, other processes, or a worker in the browser. */

export type DetectInput = { pixels: Uint8Array; size: Size; canvas: Size }
/** Both take the same squares: one gives vectors, the other the probabilities of words. */
export type CropModel = 'embedder' | 'words'
export type EmbedInput = { model: CropModel; pixels: Uint8Array; count: number }
export type ModelTask = ({ type: 'detect' } & DetectInput) | ({ type: 'embed' } & EmbedInput)

/** Boxes in pixels of the scaled picture; kinds by index. */
export type DetectOutput = { proposals: BoxProposal[] }
export type EmbedOutput = { rows: Float32Array }

/** Time spent inside the models, reported by the bench. */
export type ModelTime = { modelMs: number }
export type ModelOutput = (DetectOutput | EmbedOutput) & ModelTime

/** A user waits for `interactive` work; `background` work runs when there is none. */
export type Priority = 'interactive' | 'background'
export type ModelOptions = { signal?: AbortSignal | undefined; priority?: Priority }

export type ModelSession = {
  detect: (input: DetectInput, options?: ModelOptions) => Promise<DetectOutput & ModelTime>
  embed: (input: EmbedInput, options?: ModelOptions) => Promise<EmbedOutput & ModelTime>
  close: () => Promise<void>
}
