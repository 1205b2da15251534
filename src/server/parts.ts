import { join } from 'node:path'
import type { Logger } from 'pino'
import { CATALOG, RATE_LIMITS } from '#shared/constants.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'
import type { Database } from './core/db/database.ts'
import { createAtomically } from './core/db/query.ts'
import type { Env } from './core/env.ts'
import {
  adminFeature,
  createAdmin,
  createHealth,
  createOperations,
  createStorageUsage,
} from './features/admin/index.ts'
import {
  createCatalogImports,
  createOfferChecks,
  createProductLinks,
  createShops,
  ingestFeature,
} from './features/ingest/index.ts'
import {
  browseFeature,
  cardFacts,
  createCatalog,
  createProductDetail,
} from './features/browse/index.ts'
import {
  createCatalogRemoval,
  createTakedown,
  moderationFeature,
} from './features/moderation/index.ts'
import { imagesFeature, PORTRAIT_FOLDER } from './features/images/index.ts'
import {
  createFinder,
  finderFeature,
  type FinderVision,
  type RemoteSearch,
} from './features/finder/index.ts'
import { createLive, createOwnProducts, libraryFeature } from './features/library/index.ts'
import {
  type ClientFiles,
  createPages,
  createSitemap,
  loadClientFiles,
  loadScreenRenderer,
  pagesFeature,
} from './features/pages/index.ts'
import { createRates, ratesFeature } from './features/rates/index.ts'
import { CATALOG_CHANGED, createDocuments, searchFeature } from './features/search/index.ts'
import { createAccounts } from './features/accounts/index.ts'
import { createLifecycle, type Feature } from './core/feature.ts'
import {
  type RequestBodies,
  bodyBudgetBytes,
  createRequestBodies,
} from './core/http/request-body.ts'
import { createRateLimitsStore, createWindowCounter } from './core/http/rate-limits.store.ts'
import { createLoadGauge, createWorkQueue, type LoadGauge } from './core/http/load-shedding.ts'
import { createReplyCache } from './core/http/reply-cache.ts'
import { securityHeadersFor } from './core/http/security.ts'
import { createRetentionStore } from './core/jobs/jobs.store.ts'
import { createReadiness } from './core/readiness.ts'
import { createListener } from './core/jobs/listener.ts'
import { createQueueCounts } from './core/telemetry/queues.store.ts'
import { createTelemetry } from './core/telemetry/telemetry.ts'
import { createRegistry, createServerMetrics, gaugeServer } from './core/telemetry/metrics.ts'
import { createScheduledBackups } from './backup/scheduled-backups.ts'
import { createPictureParts, type PictureOverrides } from './picture-parts.ts'
import { PROJECT_ROOT } from './core/project-root.ts'
import type { PublicClientOptions } from './core/web/public-client.ts'
import { MODEL_DIR } from './vision/model-cards.ts'

const CLIENT_FOLDER = join(PROJECT_ROOT, 'dist', 'client')
const RENDERER_FILE = join(PROJECT_ROOT, 'dist', 'render', 'server-render.js')
const REPLY_CACHE_BYTES = 64 * 1024 * 1024
/** How often somebody looks whether one is due. */
const BACKUPS_EVERY_MS = 60_000

export type Settings = { env: Env; log: Logger; database: Database; modelDir?: string }

/** Parts that a test may replace; everything built on top of one uses the replacement. */
export type Overrides = PictureOverrides & {
  finderVision?: FinderVision
  searchProviders?: readonly RemoteSearch[]
  clientFiles?: ClientFiles
  renderScreen?: ScreenRenderer | null
  load?: LoadGauge
  bodies?: RequestBodies
  /** Lets tests read from shops on this machine. */
  shopWeb?: PublicClientOptions
}

/** Builds the parts of the server, for production and for tests. Nothing else constructs them. */
export const createParts = async (settings: Settings, overrides: Overrides = {}) => {
  const { env, log, database, modelDir = MODEL_DIR } = settings
  const { pool } = database
  const publicUrl = env.PUBLIC_URL ?? null
  const securityHeaders = securityHeadersFor(publicUrl ?? '')
  const clientFiles =
    overrides.clientFiles ?? (await loadClientFiles(CLIENT_FOLDER, securityHeaders))
  const renderScreen =
    overrides.renderScreen === undefined
      ? await loadScreenRenderer(RENDERER_FILE)
      : overrides.renderScreen

  const atomically = createAtomically(pool)
  const limits = createRateLimitsStore(pool)
  const work = createWorkQueue()
  const registry = createRegistry()
  const metrics = createServerMetrics(registry)
  const telemetry = createTelemetry({ env, log, registry, metrics, pool })
  const { tracer } = telemetry
  const load = overrides.load ?? createLoadGauge(log, work)
  const replies = createReplyCache(CATALOG.memoryCacheMs, REPLY_CACHE_BYTES)

  const rates = createRates(pool, env.RATES_URL)
  const catalog = createCatalog(pool, rates.current)
  const documents = createDocuments(database.maintenance)
  const offerChecks = env.RECHECK_OFFERS
    ? createOfferChecks({ pool, log, publicUrl, web: overrides.shopWeb })
    : null
  const productDetail = createProductDetail(
    pool,
    catalog.service,
    rates.current,
    (id) => offerChecks?.noteView(id),
    env.SEARCH_ELSEWHERE,
  )
  const shown = await createPictureParts(settings, overrides)
  const { storage, pictures, guard, images, uploads, readPicture } = shown

  const ownProducts = createOwnProducts({ pool, atomically, uploads, log })
  const accounts = await createAccounts({
    env,
    log,
    database,
    limits,
    ownProducts,
    uploads,
    decode: (pixels, work) => pictures({ lane: 'sent', pixels }, work),
  })
  const { secret, sessions, sessionsStore, signIn, users, mail } = accounts

  // A feed of a million items takes longer than a request may.
  const shops = createShops({
    pool: database.maintenance,
    atomically,
    folder: join(env.DATA_DIR, 'tmp'),
    log,
    web: overrides.shopWeb,
  })
  const productLinks = createProductLinks({
    web: overrides.shopWeb,
    keepPicture: uploads.keepFrom,
  })
  const live = createLive(pool)

  const admin = createAdmin({
    pool,
    remove: users.remove,
    endSessions: sessionsStore.removeAll,
  })
  const catalogImports = createCatalogImports({
    pool,
    storage,
    maintenance: database.maintenance,
    note: admin.audit.note,
    log,
  })
  const { notices, takedown } = createTakedown({
    pool,
    limits,
    mail,
    log,
    guard,
    files: images,
    removal: createCatalogRemoval(database.maintenance),
    atomically: createAtomically(database.maintenance),
    readPicture: async (url) => {
      const body = await readPicture(url, { ownerUid: null })
      return body && Buffer.from(body)
    },
    readPortrait: async (name) => (await storage.get(PORTRAIT_FOLDER + name))?.body ?? null,
    note: admin.audit.note,
  })

  const backups = createScheduledBackups({
    pool: database.maintenance,
    pictures: storage,
    secrets: { AUTH_SECRET: secret },
    env,
    log,
  })

  const finder = createFinder({
    pool,
    databaseUrl: database.url,
    visionWorkers: { workers: env.VISION_WORKERS, threads: env.VISION_THREADS },
    pictures,
    log,
    modelDir,
    readPicture,
    searchWords: catalog.searchWords,
    refinements: catalog.refinements,
    otherShops: env.SEARCH_ELSEWHERE,
    rates: rates.current,
    storage,
    uploads,
    publicUrl,
    secret,
    metrics,
    tracer,
    searchKeys: env,
    finderVision: overrides.finderVision,
    searchProviders: overrides.searchProviders,
  })

  const listener = await createListener(database.url, log)
  await listener.listen(CATALOG_CHANGED, {
    onMessage: () => replies.clear(),
    onConnected: () => replies.clear(),
  })
  const readiness = createReadiness({
    needed: [database.check],
    useful: [database.diskProblem, shown.storageProblem, images.cacheProblem],
  })
  gaugeServer(registry, {
    pools: { requests: pool, maintenance: database.maintenance },
    load,
    work,
    replies,
    pictures,
    queues: createQueueCounts(database.maintenance),
  })
  const health = createHealth({ pool, metrics, readiness, dataDir: env.DATA_DIR })
  const operations = createOperations({
    pool,
    readiness,
    mail: accounts.smtp,
    backup: backups.status,
    storageProblem: shown.storageProblem,
    settings: {
      backupEveryMs: env.BACKUP_EVERY ?? null,
      isStorageShared: env.STORAGE_URL !== undefined,
      isDatabaseEmbedded: env.DATABASE_URL === undefined,
      visionWorkers: env.VISION_WORKERS,
      publicUrl,
      dataDir: env.DATA_DIR,
    },
    log,
  })
  operations.gauge(registry)
  const checkReplies = env.NODE_ENV !== 'production'
  const pageLimit = createWindowCounter(RATE_LIMITS.page)
  const keeping = { cache: replies, checkReplies, headers: securityHeaders }
  const { maintenance } = database

  /** From the bottom to the top: started in this order, stopped in the reverse one. */
  const features: Feature[] = [
    {
      sweeps: {
        'rate limits': limits.forgetOld,
        'old records': createRetentionStore(maintenance).sweep,
      },
      start: () => telemetry.listen(env.HOST),
      stop: telemetry.close,
    },
    { sweeps: shown.sweeps, stop: shown.close },
    ratesFeature(rates),
    imagesFeature(images, {
      cardFacts: async (id) => cardFacts(await productDetail(id)),
      limits,
    }),
    searchFeature(catalog.productSearch, documents, keeping),
    ingestFeature({
      shops,
      catalogImports,
      productLinks,
      offerChecks,
      audit: admin.audit,
      log,
    }),
    moderationFeature({ notices, takedown, publicUrl }),
    { stop: () => listener.close() },
    browseFeature(catalog, productDetail, keeping),
    libraryFeature({ ownProducts, live, uploads, sessions, limits }),
    finderFeature(finder, { isPublic: env.PUBLIC_FINDER }),
    accounts.feature,
    adminFeature({
      admin,
      sessions,
      inviteDeskFor: accounts.inviteDeskFor,
      mail,
      publicUrl,
      operations,
      health,
      readiness,
      readStorage: createStorageUsage({ pool, storage, cacheUsage: images.cacheUsage }),
    }),
    pagesFeature({
      pages: createPages(catalog.service, productDetail, catalog.productSearch, signIn.ways),
      sitemap: createSitemap(pool, env.PUBLIC_FINDER),
      clientFiles,
      replies,
      securityHeaders,
      renderScreen,
      log,
      work,
      publicUrl,
      pageLimit,
      isFinderPublic: env.PUBLIC_FINDER,
    }),
    {
      jobs: [{ everyMs: BACKUPS_EVERY_MS, tasks: { backups: backups.runIfDue } }],
      abort: backups.close,
    },
  ]
  const lifecycle = createLifecycle(features, listener, log)

  return {
    log,
    publicUrl,
    /** How many proxies in front of the server are trusted. */
    trustedProxies: env.TRUST_PROXY,
    checkReplies,
    features,
    readiness,
    metrics,
    tracer,
    answerMetrics: telemetry.answerMetrics,
    load,
    work,
    securityHeaders,
    clientFiles,
    limits,
    bodies: overrides.bodies ?? createRequestBodies({ maxBytes: bodyBudgetBytes() }),
    callLimit: createWindowCounter(RATE_LIMITS.call),
    storage,
    replies,
    catalog,
    productDetail,
    uploads,
    accounts,
    sessions,
    admin,
    catalogImports,
    takedown,
    ownProducts,
    shops,
    live,
    finder,
    health,
    operations,
    rates,
    offerChecks,
    media: images.media,
    imageProxy: images.imageProxy,
    users,
    localMail: accounts.localMail,
    notices,
    backups,
    listener,
    ...lifecycle,

    close: async () => {
      load.stop()
      await lifecycle.stop()
    },
  }
}
export type Parts = Awaited<ReturnType<typeof createParts>>
