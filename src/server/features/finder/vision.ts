import type { Logger } from 'pino'
import type { Rates } from '#shared/domain/money.ts'
import type { Database } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { createVisionEngine, QUEUE_LIMIT } from '#server/vision/engine.ts'
import { createIndexer, type Indexer, type IndexerParts } from '#server/vision/indexing/indexer.ts'
import { vectorDimensions } from '#server/vision/likeness.ts'
import { modelsOf, readModelCards } from '#server/vision/model-cards.ts'
import { createRemoteSession } from '#server/vision/remote/remote-session.ts'
import { createVisionTasksStore } from '#server/vision/remote/vision-tasks.store.ts'
import { openVectorSearch } from '#server/vision/vectors/open-vector-search.ts'
import { createTableScan } from '#server/vision/vectors/table-scan.ts'
import { createVectorModelsStore } from '#server/vision/vectors/vector-models.store.ts'
import { createVisionService, type OpenVision } from './vision.service.ts'
import { createVisionStore } from './vision.store.ts'

export type VisionSettings = {
  pool: Database['pool']
  /** For connections of their own. */
  databaseUrl: string
  /** No workers: the models run in other processes, which also index. */
  visionWorkers?: { workers: number; threads: number }
  log: Logger
  modelDir: string
  readPicture: IndexerParts['readPicture']
  decode?: IndexerParts['decode']
  rates: () => Promise<Rates>
}

const unavailable = () =>
  new AppError(503, 'Photos cannot be scanned just now. Please try again in a moment.', {
    retryAfterSeconds: 5,
    code: 'vision-unavailable',
  })

const createServedInstead = (
  pool: Database['pool'],
  version: string,
): OpenVision['servedInstead'] => {
  const models = createVectorModelsStore(pool)
  const scanTable = createTableScan(pool)
  let isComplete = false
  return async () => {
    isComplete ||= await models.isComplete(version)
    const served = isComplete ? null : await models.servedInsteadOf(version)
    return served && { ...served, search: (...asked) => scanTable(served.version, ...asked) }
  }
}

/** Models and vectors, opened while the server already answers other requests. */
export const createVision = (settings: VisionSettings) => {
  const { pool, databaseUrl, log, modelDir, readPicture, decode, rates } = settings
  let opening: Promise<OpenVision & { indexer: Indexer | null }> | null = null

  const { visionWorkers = { workers: 1, threads: 2 } } = settings
  const hasModels = visionWorkers.workers > 0

  const openEngine = async (listener: Listener) => {
    if (hasModels) return createVisionEngine({ modelDir, ...visionWorkers })
    const store = createVisionTasksStore(pool, modelsOf(await readModelCards(modelDir)))
    const session = await createRemoteSession({ store, listener, queueLimit: QUEUE_LIMIT, log })
    return createVisionEngine({ modelDir, session })
  }

  const openAll = async (listener: Listener) => {
    const engine = await openEngine(listener)
    const { vectorVersion: version } = engine.cards
    const dimensions = vectorDimensions(engine.cards)
    const vectors = await openVectorSearch({
      pool,
      url: databaseUrl,
      listener,
      version,
      dimensions,
      log,
    })
    const indexer = hasModels ? createIndexer({ pool, log, engine, readPicture, decode }) : null
    await indexer?.start(listener)
    return { engine, vectors, indexer, servedInstead: createServedInstead(pool, version) }
  }

  const open = async () => {
    if (!opening) throw unavailable()
    return opening.catch((cause: unknown) => {
      log.error({ err: cause }, 'Photos cannot be scanned')
      throw unavailable()
    })
  }

  return {
    open,
    service: createVisionService({ store: createVisionStore(pool), open, rates }),

    /** Also starts to index new products. */
    start: async (listener: Listener) => {
      opening = openAll(listener)
      await opening
    },

    /** Keeps this model's vectors, and removes those of models that no server uses any more. */
    keepVectors: async () => {
      const opened = await opening?.catch(() => null)
      await opened?.indexer?.register()
      await createVectorModelsStore(pool).sweep()
    },

    close: async () => {
      const opened = await opening?.catch(() => null)
      await opened?.indexer?.close()
      await opened?.vectors.close()
      await opened?.engine.close()
    },
  }
}
