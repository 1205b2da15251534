import { createDetector, type DetectOptions, type Find } from './detector.ts'
import { createEmbedder } from './embedder.ts'
import type { Corners } from './image-ops.ts'
import { type ModelCards, readModelCards } from './model-cards.ts'
import type { Picture, Squares } from './picture.ts'
import {
  createModelSession,
  type ModelSession,
  type RunOptions,
  type SessionSettings,
} from './session.ts'

type Timing = { modelMs: number }

/** The port through which the rest of the server uses the models. */
export type VisionEngine = {
  cards: ModelCards
  /** `weaker`: what else may be there, the likeliest first. */
  detect(
    picture: Picture,
    options?: DetectOptions,
  ): Promise<{ finds: Find[]; weaker: Find[] } & Timing>
  /** Squares around the boxes, for embedding, words and colours. */
  cut(picture: Picture, boxes: readonly Corners[]): Promise<Squares>
  /** One unit vector per square. */
  embed(squares: Squares, options?: RunOptions): Promise<{ vectors: Float32Array[] } & Timing>
  /** The probabilities of all words, per square; `sureWords` reads them. */
  describe(squares: Squares, options?: RunOptions): Promise<{ rows: Float32Array[] } & Timing>
  close(): Promise<void>
}

export type EngineSettings = Partial<Omit<SessionSettings, 'modelDir'>> & {
  modelDir: string
  /** Models that run elsewhere. */
  session?: ModelSession
}

/** Interactive tasks that may wait; further ones get a 503. */
export const QUEUE_LIMIT = 12

/** Two threads per worker use both cores of a small server for a single waiting photo. */
const DEFAULTS = { workers: 1, threads: 2, queueLimit: QUEUE_LIMIT }

export const createVisionEngine = async (settings: EngineSettings): Promise<VisionEngine> => {
  const cards = await readModelCards(settings.modelDir)
  const session = settings.session ?? createModelSession({ ...DEFAULTS, ...settings })
  return {
    cards,
    detect: createDetector(session, cards),
    ...createEmbedder(session, cards),
    close: () => session.close(),
  }
}
