import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import type { DocumentsStore } from '#server/features/search/index.ts'
import {
  createIndexer,
  type Indexer,
  type IndexerDependencies,
} from '#server/vision/indexing/indexer.ts'
import { createVisionEngine, QUEUE_LIMIT, readModelCards } from '#server/vision/node-engine.ts'
import { createRemoteSession } from '#server/vision/remote/remote-vision.ts'
import {
  createVisionTasksStore,
  type VisionTasksStore,
} from '#server/vision/remote/vision-tasks.store.ts'
import {
  openVectorSearch,
  type VectorCopy,
  type VectorSearchDependencies,
} from '#server/vision/vectors/open-vector-search.ts'
import {
  createProductVectorsStore,
  createVectorModelsStore,
} from '#server/vision/vectors/product-vectors.store.ts'
import type { VectorSearch } from '#server/vision/vectors/vector-search.ts'
import type { Rates } from '#shared/domain/price.ts'
import { countVectorDimensions } from '#shared/vision/likeness.ts'
import { identifyModels } from '#shared/vision/model-cards.ts'
import {
  createVisionService,
  type OpenVision,
  type ServedModel,
  type SimilarTo,
} from './vision.service.ts'
import { createVisionStore } from './vision.store.ts'
import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'

export type VisionDependencies = {
  pool: Database['pool']
  /** Vector searches open connections of their own. */
  databaseUrl: string
  /** Where vectors are saved if this process searches them. */
  vectorsFolder?: string
  /** With 0 workers the models run in other processes, which also index. */
  visionWorkers?: { workers: number; threads: number }
  log: Logger
  modelDir: string
  readPicture: IndexerDependencies['readPicture']
  decode?: IndexerDependencies['decode']
  /** Search documents of the catalogue; by default those in `pool`. */
  documents?: DocumentsStore
  /** A search database that has a copy of the product vectors, if there is one. */
  vectorCopy?: () => VectorCopy | null
  rates: () => Promise<Rates>
  similarTo: SimilarTo
}

const visionUnavailableError = () =>
  new AppError(503, FINDER_SERVICE_TEXT.unavailable, {
    retryAfterSeconds: 5,
    code: 'vision-unavailable',
  })

/** Searches the vectors of an earlier model while those of the model in `settings` are incomplete. */
const createEarlierModelSearch = (settings: VectorSearchDependencies) => {
  const { pool, version } = settings
  const models = createVectorModelsStore(pool)
  let isComplete = false
  let earlier: { version: string; search: Promise<VectorSearch> } | null = null

  const close = async () => {
    const closing = earlier
    earlier = null
    await (await closing?.search.catch(() => null))?.close()
  }
  const openEarlier = async (earlierVersion: string) => {
    const dimensions = await createProductVectorsStore(pool).dimensionsOf(earlierVersion)
    const search = await openVectorSearch({
      ...settings,
      version: earlierVersion,
      dimensions: dimensions ?? settings.dimensions,
    })
    await search.loaded()
    return search
  }
  return {
    close,
    find: async (): Promise<ServedModel | null> => {
      isComplete ||= await models.isComplete(version)
      const served = isComplete ? null : await models.findCompleteModel(version)
      if (earlier && earlier.version !== served?.version) await close()
      if (!served) return null
      earlier ??= { version: served.version, search: openEarlier(served.version) }
      const search = await earlier.search
      return { ...served, search: (...query) => search.search(...query) }
    },
  }
}

/** Models and vectors, opened while the server already answers other requests. */
export const createVision = (dependencies: VisionDependencies) => {
  const { pool, databaseUrl, log, modelDir, readPicture, decode, rates } = dependencies
  const folder = dependencies.vectorsFolder ?? null
  let opening: Promise<
    OpenVision & { indexer: Indexer | null; close: () => Promise<void> }
  > | null = null

  const { visionWorkers = { workers: 1, threads: 2 } } = dependencies
  const hasModels = visionWorkers.workers > 0

  let tasks: VisionTasksStore | null = null

  const openEngine = async (listener: Listener) => {
    if (hasModels) return createVisionEngine({ modelDir, ...visionWorkers })
    const store = createVisionTasksStore(pool, identifyModels(await readModelCards(modelDir)))
    tasks = store
    const session = await createRemoteSession({ store, listener, queueLimit: QUEUE_LIMIT, log })
    return createVisionEngine({ modelDir, session })
  }

  const openAll = async (listener: Listener) => {
    const engine = await openEngine(listener)
    const { vectorVersion: version } = engine.cards
    const dimensions = countVectorDimensions(engine.cards)
    const searchSettings = {
      pool,
      url: databaseUrl,
      listener,
      version,
      dimensions,
      folder,
      log,
      copy: dependencies.vectorCopy,
    }
    const vectors = await openVectorSearch(searchSettings)
    const earlierModel = createEarlierModelSearch(searchSettings)
    const indexer = hasModels ? createIndexer({ pool, log, engine, readPicture, decode }) : null
    await indexer?.start(listener)
    const close = async () => {
      await indexer?.close()
      await earlierModel.close()
      await vectors.close()
      await engine.close()
    }
    return { engine, vectors, indexer, findServedModel: earlierModel.find, close }
  }

  const open = async () => {
    if (!opening) throw visionUnavailableError()
    return opening.catch((cause: unknown) => {
      log.error({ err: cause }, 'Could not open the vision models')
      throw visionUnavailableError()
    })
  }

  return {
    open,
    /** Whether models run here, or in a worker that is alive. */
    canRun: async () => hasModels || ((await tasks?.hasWorker()) ?? false),
    service: createVisionService({
      store: createVisionStore(pool, dependencies.documents),
      openVision: open,
      rates,
      similarTo: dependencies.similarTo,
    }),

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
      await opened?.close()
    },
  }
}
