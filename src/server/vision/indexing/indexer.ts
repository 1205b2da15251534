import type { Connection } from '#server/db/transaction.ts'
import type { Logger } from 'pino'
import { createJobRunner, type JobRunner } from '#server/jobs/runner.ts'
import type { VisionEngine } from '#server/vision/engine.ts'
import type { Decode } from '#server/vision/picture.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import type { ProductVector } from '#server/vision/vectors/vector-search.ts'
import { createVectorModelsStore } from '#server/vision/vectors/vector-models.store.ts'
import { createComparison } from './comparison.store.ts'
import { distributeProducts, INDEX_QUEUE, indexQueueOf } from './index-queue.store.ts'
import { lookAt } from './look-at.ts'
import { createSubjectsStore, type Subject } from './subjects.store.ts'

/** Notified by the database after a large import. */
const TO_COMPARE = 'catalog_to_compare'

export type IndexerParts = {
  pool: Connection
  log: Logger
  engine: VisionEngine
  readPicture: (url: string, subject: { ownerUid: string | null }) => Promise<Uint8Array | null>
  decode?: Decode | undefined
}

/** Small batches, because users take precedence between batches and between model runs. */
const BATCH = 8
const LEASE_MS = 5 * 60_000
const TRIES = 4
/** Pauses so that indexing takes at most half a core and a small server stays responsive. */
const REST_RATIO = 1

export type Indexer = JobRunner & {
  /** Announces the model, so that new products are queued for it too. */
  register(): Promise<void>
}

/** Computes product vectors in the background, one batch of jobs at a time. */
export const createIndexer = ({
  pool,
  log,
  engine,
  readPicture,
  decode,
}: IndexerParts): Indexer => {
  const { vectorVersion, embedder } = engine.cards
  const subjectsStore = createSubjectsStore(pool)
  const vectors = createProductVectorsStore(pool)
  const models = createVectorModelsStore(pool)

  const look = async (subject: Subject, signal: AbortSignal): Promise<ProductVector> => {
    const bytes = await readPicture(subject.url, subject)
    if (!bytes) throw new Error(`There is no picture ${subject.url}`)
    const vector = await lookAt(engine, { bytes, box: subject.box, decode }, signal)
    const { productKey, category, price, ownerUid } = subject
    return { productKey, vector, category, price, ownerUid }
  }

  const work = async (keys: string[], signal: AbortSignal) => {
    const subjects = await subjectsStore.read(keys)
    const failures = new Map<string, Error>()
    const found: ProductVector[] = []
    for (const subject of subjects)
      try {
        found.push(await look(subject, signal))
      } catch (error) {
        signal.throwIfAborted()
        failures.set(subject.productKey, error instanceof Error ? error : new Error(String(error)))
      }
    const known = new Set(subjects.map(({ productKey }) => productKey))
    const gone = keys.filter((key) => !known.has(key))
    if (gone.length > 0) await vectors.remove(gone)
    if (found.length > 0) await vectors.write(vectorVersion, found)
    return failures
  }

  const comparison = createComparison(pool, vectorVersion)
  const askForMore = async () => {
    if (await distributeProducts(pool)) return true
    if (await comparison.askForMore()) return true
    await models.markComplete(vectorVersion)
    return false
  }
  const register = () => models.register(vectorVersion, embedder.calibration)
  const runner = createJobRunner(pool, log, {
    queue: indexQueueOf(vectorVersion),
    wokenBy: INDEX_QUEUE,
    batch: BATCH,
    leaseMs: LEASE_MS,
    tries: TRIES,
    restRatio: REST_RATIO,
    work,
    askForMore,
  })
  return {
    ...runner,
    register,
    start: async (listener) => {
      await register()
      await listener.listen(TO_COMPARE, {
        onMessage: () => comparison.restart(),
        onConnected: () => comparison.restart(),
      })
      await runner.start(listener)
    },
  }
}
