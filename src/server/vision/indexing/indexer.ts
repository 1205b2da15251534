import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import { toError } from '#server/core/http/errors.ts'
import { createJobsStore } from '#server/core/jobs/jobs.store.ts'
import { createJobRunner, type JobRunner, RetryLater } from '#server/core/jobs/runner.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { HostBusy } from '#server/core/web/host-limits.ts'
import { createPicturedProducts, type SeenProduct } from '#server/features/catalog/index.ts'
import { createVisionEngine } from '#server/vision/node-engine.ts'
import { type Decode, openPicture } from '#server/vision/sharp-picture.ts'
import {
  createProductVectorsStore,
  createVectorModelsStore,
} from '#server/vision/vectors/product-vectors.store.ts'
import type { ProductVector } from '#server/vision/vectors/vector-search.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { identifyModels } from '#shared/vision/model-cards.ts'
import {
  countMissing,
  createVectorBackfill,
  createSubjectsStore,
  distributeProducts,
  INDEX_QUEUE,
  getIndexQueue,
  type Subject,
} from './indexing.store.ts'
import { averageVectors, NO_ATTRIBUTES, readProductPicture } from './read-product-picture.ts'

type Sources = {
  /** Public pictures of ours, by the keys behind their URLs. */
  media: { parseKey: (url: string) => string | null; read: Storage['get'] }
  readUpload: (uid: string, url: string) => Promise<Uint8Array | null>
  fetchRemote: (url: string) => Promise<Uint8Array>
}

/**
 * Reads our own pictures from storage and catalogue pictures from their hosts. A picture URL entered by
 * a user is never fetched, to prevent server-side request forgery, and another user's upload is not read.
 */
export const createPictureReader =
  ({ media, readUpload, fetchRemote }: Sources): IndexerDependencies['readPicture'] =>
  async (url, { ownerUid }) => {
    const key = media.parseKey(url)
    if (key === null) return ownerUid === null ? fetchRemote(url) : null
    const upload = ownerUid === null ? null : await readUpload(ownerUid, url)
    return upload ?? (await media.read(key))?.body ?? null
  }

/** Notified by the database after a large import. */
const CATALOG_TO_COMPARE = 'catalog_to_compare'

export type IndexerDependencies = {
  pool: Connection
  log: Logger
  engine: VisionEngine
  readPicture: (url: string, subject: { ownerUid: string | null }) => Promise<Uint8Array | null>
  decode?: Decode | undefined
}

/** Small, because users' requests can only go ahead between two batches or two model runs. */
const BATCH_SIZE = 8
const LEASE_MS = 5 * MINUTE_MS
const MAX_TRIES = 4
/** Pauses so that indexing takes at most half a core and a small server stays responsive. */
const REST_RATIO = 1

export type Indexer = JobRunner & {
  /** Announces the model, so that new products are queued for it too. */
  register(): Promise<void>
}

type IndexedProduct = { vector: ProductVector; seen: SeenProduct | null }

/** Computes vectors and words of products in the background, one batch of jobs at a time. */
export const createIndexer = ({
  pool,
  log,
  engine,
  readPicture,
  decode,
}: IndexerDependencies): Indexer => {
  const { vectorVersion, embedder } = engine.cards
  const subjectsStore = createSubjectsStore(pool)
  const vectors = createProductVectorsStore(pool)
  const picturedProducts = createPicturedProducts(pool)
  const models = createVectorModelsStore(pool)

  const readSubjectPicture = async (url: string, subject: Subject, signal: AbortSignal) => {
    const bytes = await readPicture(url, subject)
    if (!bytes) throw new Error(`There is no picture ${url}`)
    return readProductPicture(engine, await openPicture(bytes, decode), subject, signal)
  }

  /** Uses all pictures that show the product. Its attributes come from the first of them. */
  const indexSubject = async (subject: Subject, signal: AbortSignal): Promise<IndexedProduct> => {
    const [first, ...others] = subject.urls
    const views = [await readSubjectPicture(first, subject, signal)]
    for (const url of others)
      try {
        views.push(await readSubjectPicture(url, subject, signal))
      } catch (err) {
        signal.throwIfAborted()
        log.debug({ err, url }, 'A further picture of a product cannot be looked at')
      }
    const clearViews = views.filter(({ isFound }) => isFound)
    const usedViews = clearViews.length > 0 ? clearViews : views.slice(0, 1)
    const vector = averageVectors(usedViews.map((view) => view.vector))
    const { productKey, ownerUid } = subject
    const attributes = usedViews[0]?.seen ?? NO_ATTRIBUTES
    const category =
      subject.category === 'other' ? (attributes.category ?? subject.category) : subject.category
    // Products that users add have the users' own names and no attributes.
    const seen = ownerUid === null ? { productKey, ...attributes } : null
    return { vector: { productKey, vector, category, ownerUid }, seen }
  }

  const work = async (keys: string[], signal: AbortSignal) => {
    const subjects = await subjectsStore.read(keys)
    const failures = new Map<string, Error>()
    const results: IndexedProduct[] = []
    for (const subject of subjects)
      try {
        results.push(await indexSubject(subject, signal))
      } catch (error) {
        signal.throwIfAborted()
        failures.set(subject.productKey, toFailure(error))
      }
    const presentKeys = new Set(subjects.map(({ productKey }) => productKey))
    const missingKeys = keys.filter((key) => !presentKeys.has(key))
    if (missingKeys.length > 0) await vectors.remove(missingKeys)
    if (results.length > 0)
      await vectors.write(
        vectorVersion,
        results.map(({ vector }) => vector),
      )
    const seen = results.flatMap((result) => result.seen ?? [])
    if (seen.length > 0) await picturedProducts.writeSeen(identifyModels(engine.cards), seen)
    return failures
  }

  const backfill = createVectorBackfill(pool, vectorVersion)
  const askForMore = async () => {
    if (await distributeProducts(pool)) return true
    if (await backfill.enqueueMore()) return true
    await models.markComplete(vectorVersion)
    return false
  }
  const register = () => models.register(vectorVersion, embedder.calibration)
  const runner = createJobRunner(pool, log, {
    queue: getIndexQueue(vectorVersion),
    wokenBy: INDEX_QUEUE,
    batch: BATCH_SIZE,
    leaseMs: LEASE_MS,
    tries: MAX_TRIES,
    restRatio: REST_RATIO,
    work,
    askForMore,
  })
  return {
    ...runner,
    register,
    start: async (listener) => {
      await register()
      await listener.listen(CATALOG_TO_COMPARE, {
        onMessage: () => backfill.restart(),
        onConnected: () => backfill.restart(),
      })
      await runner.start(listener)
    },
  }
}

const toFailure = (error: unknown): Error => {
  if (error instanceof HostBusy) return new RetryLater(error.retryInMs, error)
  return toError(error)
}

type IndexCommand = {
  database: Database
  log: Logger
  modelDir: string
  readPicture: IndexerDependencies['readPicture']
  onProgress: (done: number, total: number) => void
}

/** `npm run catalog -- index`: works next to a running server and resumes after a stop. */
export const runIndexCommand = async (command: IndexCommand) => {
  const { database, log, modelDir, readPicture, onProgress } = command
  const { pool } = database
  const engine = await createVisionEngine({ modelDir })
  const { vectorVersion } = engine.cards
  const indexer = createIndexer({ pool, log, engine, readPicture })
  try {
    await indexer.register()
    const total = await countMissing(pool, vectorVersion)
    let looked = 0
    onProgress(0, total)
    const done = await indexer.drain((finished, failed) => {
      looked += finished + failed
      onProgress(Math.min(looked, total), total)
    })
    const { waiting, failed } = await createJobsStore(pool, getIndexQueue(vectorVersion)).state()
    return { done, waiting, failed }
  } finally {
    await indexer.close()
    await engine.close()
  }
}
