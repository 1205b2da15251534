import { createEngine, type VisionEngine } from '#shared/vision/engine.ts'
import type { ModelSession } from '#shared/vision/model-session.ts'
import { readModelCards } from './model-cards.ts'
import { cutSquares, letterboxed } from './picture.ts'
import { createModelSession, type SessionSettings } from './session.ts'

type EngineSettings = Partial<Omit<SessionSettings, 'modelDir'>> & {
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
  return createEngine(session, { letterboxed, cutSquares }, cards)
}
