import { join } from 'node:path'
import type { Lane, PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import type { Core } from '#server/core/core.ts'
import type { Env } from '#server/core/env.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import { keepReplies } from '#server/core/http/reply-cache.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import type { OtherShop } from '#server/core/search-elsewhere.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import type { ServerMetrics } from '#server/core/telemetry/metrics.ts'
import type { Tracer } from '#server/core/telemetry/tracing.ts'
import {
  createRemotePictureUrlsStore,
  type Images,
  type UploadsService,
} from '#server/features/images/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import type { Refinements, Search } from '#server/features/search/index.ts'
import { mountModelFiles } from '#server/vision/browser-models/model-files.ts'
import type { Decode } from '#server/vision/sharp-picture.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { offlineProductCalls } from '#shared/contract/offline-products.ts'
import { searchCalls } from '#shared/contract/remote-search.ts'
import { findCalls, scanCalls } from '#shared/contract/scan.ts'
import { answerCalls, visionCalls } from '#shared/contract/vision.ts'
import { createAnswers, type SearchedVision } from './answers.service.ts'
import { createDescribedObjects, createSignedEmbeddings } from './embeddings.ts'
import {
  answerHandlers,
  findHandlers,
  mountCrops,
  offlineProductHandlers,
  scanHandlers,
  searchHandlers,
  visionHandlers,
} from './finder.routes.ts'
import { createFinderObserver } from './observed-finder.ts'
import { createOfflineProducts } from './offline-products.service.ts'
import { createVision, type VisionSettings } from './open-vision.ts'
import { createCropPublisher } from './photo.ts'
import { createRejectedMatches, createRejections } from './rejections.store.ts'
import { createBudget, createRemoteFinder } from './remote-finder.store.ts'
import { chooseRemoteSearch } from './remote-search/providers.ts'
import type { RemoteSearch } from './remote-search/remote-search.ts'
import { createScanQueue } from './scan-queue.ts'
import { createScanService } from './scan.service.ts'
import { createScansStore } from './scans.store.ts'
import { createSharedScans } from './shared-scans.ts'
import { createShoppingSearch } from './shopping-search.service.ts'
import { createProductReader, type FinderVision } from './vision.service.ts'
import { createVisionStore } from './vision.store.ts'

export { openPhoto } from './photo.ts'
export type { ScanService } from './scan.service.ts'

type Settings = Omit<VisionSettings, 'decode' | 'similarTo'> & {
  refinements: Refinements
  otherShops: readonly OtherShop[]
  pictures: PictureQueue
  storage: Storage
  uploads: UploadsService
  searchWords: (text: string) => Promise<{ products: CatalogProduct[] }>
  publicUrl: string | null
  secret: string
  metrics: ServerMetrics
  tracer: Tracer | null
  searchKeys: Pick<Env, 'SEARCHAPI_KEY' | 'SERPAPI_KEY'>
  /** Replaces the models in tests. */
  finderVision: FinderVision | undefined
  /** Replaces the web shops in tests. */
  searchProviders: readonly RemoteSearch[] | undefined
}

/** One more than the models can process, so that the next photo is ready when a worker is free. */
const concurrentScans = (workers = 1) => (workers === 0 ? SCANS_WITH_REMOTE_WORKERS : workers) + 1
/** The number of separate workers is unknown here; their own queue is bounded as well. */
const SCANS_WITH_REMOTE_WORKERS = 3

type AnswerSettings = Pick<
  Settings,
  'pool' | 'secret' | 'refinements' | 'otherShops' | 'documents'
> & {
  open: () => Promise<SearchedVision>
}

/** Answers about objects, and the signed embeddings that clients send to get them. */
export const createSignedAnswers = ({ pool, secret, documents, ...settings }: AnswerSettings) => {
  const store = createVisionStore(pool, documents)
  const embeddings = createSignedEmbeddings(secret)
  const answers = createAnswers({
    ...settings,
    store,
    embeddings,
    productsOf: createProductReader(store),
    rejections: createRejections(createRejectedMatches(pool)),
  })
  return { embeddings, ...answers }
}

/** Finds products in photos, in the catalogue and, with a key, in web shops. */
export const createFinder = (settings: Settings) => {
  const { pool, log, pictures, storage, uploads, publicUrl, secret, searchKeys } = settings
  const decodeIn =
    (lane: Lane): Decode =>
    (pixels, work) =>
      pictures({ lane, pixels }, work)
  const decode = decodeIn('sent')
  const models = createVision({
    ...settings,
    decode: decodeIn('background'),
    // A function, because answers and models need each other: answers search the models' vectors, and a
    // scan lists the answers.
    similarTo: (object, uid) => answers.similarTo(object, uid),
  })
  const observe = createFinderObserver(settings)
  const vision = observe.vision(settings.finderVision ?? models.service)
  const crops = createCropPublisher({ storage, publicUrl, secret })
  const remoteFinder = createRemoteFinder({
    providers: settings.searchProviders ?? chooseRemoteSearch(searchKeys, crops),
    budget: createBudget(pool),
    pictures: createRemotePictureUrlsStore(pool),
    log,
  })
  const remote = observe.remote(remoteFinder)
  const rejections = createRejections(createRejectedMatches(pool))
  const { embeddings, ...answers } = createSignedAnswers({ ...settings, open: models.open })
  const scans = observe.scans(createScanService({ vision, remote, rejections, embeddings }))
  const running = createSharedScans({
    store: createScansStore(pool),
    log,
    describeFailure: (error) => {
      if (error instanceof AppError) return error.message
      log.error({ err: error }, 'A scan failed')
      return 'Something went wrong on our side. Please try again.'
    },
  })
  return {
    uploads,
    crops,
    decode,
    vision,
    similar: models.service,
    scans,
    answers,
    readEmbedding: embeddings.read,
    described: createDescribedObjects({ open: models.open, embeddings }),
    queue: createScanQueue({ atOnce: concurrentScans(settings.visionWorkers?.workers) }),
    running,
    rejections,
    search: createShoppingSearch({ ...settings, scans, remote, decode }),

    /** Never rejects: the rest of the site works without the finder. */
    start: async (listener: Listener) => {
      await models
        .start(listener)
        .catch((err: unknown) => log.error({ err }, 'Could not open the vision models'))
    },

    keepVectors: models.keepVectors,
    open: models.open,

    close: async () => {
      await running.close()
      await models.close()
    },
  }
}

export type FinderOverrides = Partial<Pick<Settings, 'finderVision' | 'searchProviders'>>

type Dependencies = { images: Images; search: Search; rates: RatesService; secret: string }

export const finderFeature = (
  core: Core,
  { images, search, rates, secret }: Dependencies,
  { finderVision, searchProviders, modelDir }: FinderOverrides & { modelDir: string },
) => {
  const { env, database } = core
  const finder = createFinder({
    ...core,
    databaseUrl: database.url,
    vectorsFolder: join(env.DATA_DIR, 'vectors'),
    visionWorkers: { workers: env.VISION_WORKERS, threads: env.VISION_THREADS },
    modelDir,
    readPicture: images.readPicture,
    uploads: images.uploads,
    searchWords: search.searchWords,
    documents: search.documents,
    vectorCopy: async () => (await search.database?.vectors()) ?? null,
    refinements: search.refinements,
    otherShops: env.SEARCH_ELSEWHERE,
    rates: rates.current,
    secret,
    searchKeys: env,
    finderVision,
    searchProviders,
  })
  const offlineProducts = createOfflineProducts({
    open: finder.open,
    search: search.productSearch,
    refinements: search.refinements,
    store: createVisionStore(core.pool, search.documents),
    vectors: createProductVectorsStore(core.pool),
  })
  return {
    ...finder,
    offlineProducts,
    feature: {
      routes: [
        calls(scanCalls, scanHandlers(finder), 'uncompressed'),
        ...(env.PUBLIC_FINDER ? [calls(findCalls, findHandlers(finder), 'uncompressed')] : []),
        ...(env.PUBLIC_FINDER ? [route((app) => mountModelFiles(app), 'uncompressed')] : []),
        ...(env.PUBLIC_FINDER
          ? [
              calls(
                offlineProductCalls,
                keepReplies(
                  offlineProductCalls,
                  offlineProductHandlers(offlineProducts),
                  core.keeping,
                ),
              ),
            ]
          : []),
        route((app) => mountCrops(app, finder.crops)),
        calls(searchCalls, searchHandlers(finder.search, finder.uploads)),
        calls(answerCalls, answerHandlers(finder.answers)),
        calls(visionCalls, visionHandlers(finder.similar, finder.decode)),
      ],
      hourly: { crops: () => finder.crops.sweep(), vectors: finder.keepVectors },
      start: ({ listener }) => finder.running.listenOn(listener),
      startInBackground: (listener) => void finder.start(listener),
      abort: () => finder.running.close(),
      stop: finder.close,
    } satisfies Feature,
  }
}
export type Finder = ReturnType<typeof finderFeature>
