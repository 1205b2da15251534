import type { Listener } from '#server/core/jobs/listener.ts'
import { join } from 'node:path'
import type { Lane } from '#server/core/concurrency/picture-queue.ts'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import { cacheReplies } from '#server/core/http/reply-cache.ts'
import type { OtherShop } from '#server/core/search-elsewhere.ts'
import { createRemotePictureUrlsStore, type Images } from '#server/features/images/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import type { Refinements, Search } from '#server/features/search/index.ts'
import { mountModelFiles } from '#server/vision/browser-models/model-files.ts'
import type { Decode } from '#server/vision/sharp-picture.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
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
import { createVision, type VisionDependencies } from './open-vision.ts'
import { createCropPublisher } from './photo.ts'
import { createRejectedMatches, createRejections } from './rejections.store.ts'
import { createRemoteFinder } from './remote-finder.service.ts'
import { createBudget } from './remote-budget.store.ts'
import { chooseRemoteSearch } from './remote-search/providers.ts'
import type { RemoteSearch } from './remote-search/remote-search.ts'
import { createScanQueue } from './scan-queue.ts'
import { createScanService } from './scan.service.ts'
import { createRunningScansStore } from './scans.store.ts'
import { createSharedScans } from './shared-scans.ts'
import { createShoppingSearch } from './shopping-search.service.ts'
import { createProductReader, type FinderVision } from './vision.service.ts'
import { createVisionStore } from './vision.store.ts'
import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'

export { openPhoto, type Photo } from './photo.ts'

/** One more than the models can process, so that the next photo is ready when a worker is free. */
const countConcurrentScans = (workers: number) =>
  (workers === 0 ? SCANS_WITH_REMOTE_WORKERS : workers) + 1
/** The number of separate workers is unknown here; their own queue is bounded as well. */
const SCANS_WITH_REMOTE_WORKERS = 3

type SignedAnswersDependencies = Pick<VisionDependencies, 'pool' | 'documents'> & {
  secret: string
  refinements: Refinements
  otherShops: readonly OtherShop[]
  open: () => Promise<SearchedVision>
}

/** Answers about objects, and the signed embeddings that clients send to get them. */
export const createSignedAnswers = ({
  pool,
  secret,
  documents,
  ...settings
}: SignedAnswersDependencies) => {
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

export type FinderOverrides = {
  /** Replaces the models in tests. */
  finderVision?: FinderVision | undefined
  /** Replaces the web shops in tests. */
  searchProviders?: readonly RemoteSearch[] | undefined
}

type FinderDependencies = { images: Images; search: Search; rates: RatesService; secret: string }

/** Finds products in photos, in the catalogue and, with a key, in web shops. */
export const finderFeature = (
  core: Core,
  { images, search, rates, secret }: FinderDependencies,
  { finderVision, searchProviders, modelDir }: FinderOverrides & { modelDir: string },
) => {
  const { env, pool, log } = core
  const { uploads } = images
  const { documents, refinements } = search
  const decodeIn =
    (lane: Lane, visitor?: string): Decode =>
    (pixels, work) =>
      core.pictures({ lane, pixels, visitor }, work)
  const decodeFor = (visitor: string) => decodeIn('sent', visitor)
  const models = createVision({
    pool,
    log,
    databaseUrl: core.database.url,
    vectorsFolder: join(env.DATA_DIR, 'vectors'),
    visionWorkers: { workers: env.VISION_WORKERS, threads: env.VISION_THREADS },
    modelDir,
    readPicture: images.readPicture,
    decode: decodeIn('background'),
    documents,
    vectorCopy: () => search.database?.vectors() ?? null,
    rates: rates.current,
    // A function, because answers and models need each other: answers search the models' vectors, and a
    // scan lists the answers.
    similarTo: (object, uid) => answers.similarTo(object, uid),
  })
  const { open } = models
  /** Never rejects: the rest of the site works without the finder. */
  const start = (listener: Listener) =>
    models
      .start(listener)
      .catch((err: unknown) => log.error({ err }, 'Could not open the vision models'))
  const observe = createFinderObserver(core)
  const vision = observe.vision(finderVision ?? models.service)
  const crops = createCropPublisher({ ...core, secret })
  const remoteFinder = createRemoteFinder({
    providers: searchProviders ?? chooseRemoteSearch(env, crops),
    budget: createBudget(pool),
    pictures: createRemotePictureUrlsStore(pool),
    log,
  })
  const remote = observe.remote(remoteFinder)
  const rejections = createRejections(createRejectedMatches(pool))
  const otherShops = env.SEARCH_ELSEWHERE
  const answersDependencies = { pool, secret, documents, refinements, otherShops, open }
  const { embeddings, ...answers } = createSignedAnswers(answersDependencies)
  const scans = observe.scans(createScanService({ vision, remote, rejections, embeddings }))
  const sharedScans = createSharedScans({
    store: createRunningScansStore(pool),
    log,
    describeFailure: (error) => {
      if (error instanceof AppError) return error.message
      log.error({ err: error }, 'A scan failed')
      return FINDER_SERVICE_TEXT.failed
    },
  })
  const queue = createScanQueue({ atOnce: countConcurrentScans(env.VISION_WORKERS) })
  const describedObjects = createDescribedObjects({ open, embeddings })
  const { productSearch } = search
  const shopping = createShoppingSearch({ scans, productSearch, remote, decodeFor })
  const offlineProducts = createOfflineProducts({
    open,
    search: search.productSearch,
    refinements,
    store: createVisionStore(pool, documents),
    vectors: createProductVectorsStore(pool),
  })
  const scanDependencies = {
    vision,
    scans,
    search: shopping,
    queue,
    sharedScans,
    rejections,
    uploads,
    decodeFor,
  }
  const offlineHandlers = cacheReplies(
    offlineProductCalls,
    offlineProductHandlers(offlineProducts),
    core.replyCaching,
  )
  return {
    uploads,
    crops,
    decodeFor,
    similar: models.service,
    canScan: models.canRun,
    scans,
    answers,
    readEmbedding: embeddings.read,
    queue,
    rejections,
    offlineProducts,
    start,
    feature: {
      routes: [
        calls(scanCalls, scanHandlers(scanDependencies), 'uncompressed'),
        ...(env.PUBLIC_FINDER
          ? [
              calls(
                findCalls,
                findHandlers({ ...scanDependencies, describedObjects }),
                'uncompressed',
              ),
              route((app) => mountModelFiles(app), 'uncompressed'),
              calls(offlineProductCalls, offlineHandlers),
            ]
          : []),
        route((app) => mountCrops(app, crops)),
        calls(searchCalls, searchHandlers(shopping, uploads)),
        calls(answerCalls, answerHandlers(answers)),
        calls(visionCalls, visionHandlers(models.service, decodeFor)),
      ],
      hourly: {
        crops: () => crops.sweep(),
        vectors: models.keepVectors,
        'counts of remote searches': createBudget(core.maintenance).sweep,
      },
      start: ({ listener }) => sharedScans.listenOn(listener),
      startInBackground: (listener) => void start(listener),
      abort: () => sharedScans.close(),
      stop: async () => {
        await sharedScans.close()
        await models.close()
      },
    } satisfies Feature,
  }
}
export type Finder = ReturnType<typeof finderFeature>
