import { createDetector, type DetectOptions, type Find } from './detector.ts'
import { createEmbedder } from './embedder.ts'
import type { Corners } from './image-ops.ts'
import type { ModelCards } from './model-cards.ts'
import type { ModelSession, RunOptions, Timed } from './model-session.ts'
import type { Picture, PictureScaler, Squares } from './picture.ts'

/** The port through which everything else uses the models, on the server and in the browser. */
export type VisionEngine = {
  cards: ModelCards
  /** `weaker`: what else may be there, the likeliest first. */
  detect(
    picture: Picture,
    options?: DetectOptions,
  ): Promise<{ finds: Find[]; weaker: Find[] } & Timed>
  /** Squares around the boxes, for embedding, words and colours. */
  cut(picture: Picture, boxes: readonly Corners[]): Promise<Squares>
  /** One unit vector per square. */
  embed(squares: Squares, options?: RunOptions): Promise<{ vectors: Float32Array[] } & Timed>
  /** The probabilities of all words, per square; `sureWords` reads them. */
  describe(squares: Squares, options?: RunOptions): Promise<{ rows: Float32Array[] } & Timed>
  close(): Promise<void>
}

export const createEngine = (
  session: ModelSession,
  scaler: PictureScaler,
  cards: ModelCards,
): VisionEngine => ({
  cards,
  detect: createDetector(session, scaler, cards),
  ...createEmbedder(session, scaler, cards),
  close: () => session.close(),
})
