import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { drawDemoPicture } from '#demo'
import { CATALOG, RATE_LIMITS } from '#shared/constants.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'
import { createPictureQueue, type PictureQueue } from './concurrency/picture-queue.ts'
import type { Database } from './db/database.ts'
import { createAtomically } from './db/transaction.ts'
import type { Env } from './env.ts'
import { createAdmin, createAdminStorage, createCatalogImports } from './features/admin/index.ts'
import {
  CATALOG_CHANGED,
  createCatalog,
  createCatalogRemoval,
  createFacets,
  cardFacts,
  createProductDetail,
  importCsv,
  PORTRAIT_FOLDER,
} from './features/catalog/index.ts'
import { createEmailSignIn } from './features/email-sign-in/index.ts'
import { createFinder, type FinderVision } from './features/finder/index.ts'
import { createImages, type DrawPicture } from './features/images/index.ts'
import {
  createInvitations,
  createInviteDesk,
  createInviteRequests,
} from './features/invitations/index.ts'
import { createLive } from './features/live/index.ts'
import { createPasskeys } from './features/passkeys/index.ts'
import { createOwnProducts } from './features/own-products/index.ts'
import {
  type ClientFiles,
  createPages,
  createSitemap,
  loadClientFiles,
  loadScreenRenderer,
} from './features/pages/index.ts'
import { createHealth, createReadiness, HEALTH } from './features/system/index.ts'
import { createRates } from './features/rates/index.ts'
import { createSetup } from './features/setup/index.ts'
import { createFreshness, createProductLinks, createShops } from './features/shops/index.ts'
import { createPictureGuard, createTakedown } from './features/takedown/index.ts'
import { createUploads } from './features/uploads/index.ts'
import { createUsers } from './features/users/index.ts'
import { type BodyBudget, bodyBudgetBytes, createBodyBudget } from './http/body-budget.ts'
import { createRateLimitsStore } from './http/rate-limits.store.ts'
import { createLoadGauge, type LoadGauge } from './http/load-gauge.ts'
import { createReplyCache } from './http/reply-cache.ts'
import { securityHeadersFor } from './http/security.ts'
import { createWindowCounter } from './http/window-counter.ts'
import { createWorkQueue } from './http/work-queue.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { createRetentionStore } from './jobs/retention.store.ts'
import { createListener } from './jobs/listener.ts'
import { createQueueCounts } from './telemetry/queues.store.ts'
import { createTelemetry } from './telemetry/telemetry.ts'
import { gaugeServer } from './telemetry/server-gauges.ts'
import { createRegistry } from './telemetry/registry.ts'
import { createServerMetrics } from './telemetry/server-metrics.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { readAuthSecret } from './providers/identity/auth-secret.ts'
import { createEmailProof } from './providers/identity/email-proof.ts'
import { createIdentity } from './providers/identity/identity.ts'
import { createIdentityStore } from './providers/identity/identity.store.ts'
import { chooseProviders } from './providers/identity/provider-choice.ts'
import { createSessionCookie } from './providers/identity/session-cookie.ts'
import { createSessions } from './providers/identity/sessions.ts'
import { createSessionsStore } from './providers/identity/sessions.store.ts'
import { createLocalMail } from './providers/mail/local-mail.ts'
import { smtpMail } from './providers/mail/mail.ts'
import { createSms } from './providers/sms/sms.ts'
import { createRemoteImages, type RemoteImages } from './providers/images/remote-images.ts'
import type { PublicClientOptions } from './providers/web/public-client.ts'
import type { RemoteSearch } from './providers/search/remote-search.ts'
import type { WriteFile } from './providers/storage/file-storage.ts'
import { openStorage, verifyStorage } from './providers/storage/open-storage.ts'
import { watchStorage } from './providers/storage/watched-storage.ts'
import { createPictureReader } from './vision/indexing/picture-reader.ts'
import { MODEL_DIR } from './vision/model-cards.ts'

const CLIENT_FOLDER = join(PROJECT_ROOT, 'dist', 'client')
const RENDERER_FILE = join(PROJECT_ROOT, 'dist', 'render', 'server-render.js')
const REPLY_CACHE_BYTES = 64 * 1024 * 1024
const HOUSEKEEPING_EVERY_MS = 60 * 60_000
const FEEDS_EVERY_MS = 60_000
const OFFERS_EVERY_MS = 30_000

export type Settings = { env: Env; log: Logger; database: Database; modelDir?: string }

/** Parts that a test may replace; everything built on top of one uses the replacement. */
export type Overrides = {
  remoteImages?: RemoteImages
  pictures?: PictureQueue
  writeFile?: WriteFile
  drawPicture?: DrawPicture
  finderVision?: FinderVision
  searchProviders?: readonly RemoteSearch[]
  clientFiles?: ClientFiles
  renderScreen?: ScreenRenderer | null
  load?: LoadGauge
  bodies?: BodyBudget
  /** Lets tests read from shops on this machine. */
  shopWeb?: PublicClientOptions
}

/** Builds the parts of the server, for production and for tests. Nothing else constructs them. */
export const createParts = async (settings: Settings, overrides: Overrides = {}) => {
  const { env, log, database, modelDir = MODEL_DIR } = settings
  const { pool } = database
  const publicUrl = env.PUBLIC_URL ?? null
  const providers = chooseProviders(env)
  const secret = await readAuthSecret(env)
  const securityHeaders = securityHeadersFor(publicUrl ?? '')
  const clientFiles =
    overrides.clientFiles ?? (await loadClientFiles(CLIENT_FOLDER, securityHeaders))
  const renderScreen =
    overrides.renderScreen === undefined
      ? await loadScreenRenderer(RENDERER_FILE)
      : overrides.renderScreen

  const atomically = createAtomically(pool)
  const limits = createRateLimitsStore(pool)
  const { writeFile } = overrides
  const watched = watchStorage(openStorage(env, process.env, writeFile))
  const { storage } = watched
  await verifyStorage(storage, log)
  const remoteImages = overrides.remoteImages ?? createRemoteImages()
  const pictures = overrides.pictures ?? createPictureQueue()
  const work = createWorkQueue()
  const registry = createRegistry()
  const metrics = createServerMetrics(registry)
  const telemetry = createTelemetry({ env, log, registry, metrics, pool })
  const { tracer } = telemetry
  const load = overrides.load ?? createLoadGauge(log, work, { onLag: metrics.countLag })
  const replies = createReplyCache(CATALOG.memoryCacheMs, REPLY_CACHE_BYTES)

  const rates = createRates(pool, env.RATES_URL)
  const catalog = createCatalog(pool, rates.current)
  const facets = createFacets(database.maintenance)
  const freshness = env.RECHECK_OFFERS
    ? createFreshness({ pool, log, publicUrl, web: overrides.shopWeb })
    : null
  const productDetail = createProductDetail(
    pool,
    catalog.service,
    rates.current,
    (id) => freshness?.noteView(id),
    env.SEARCH_ELSEWHERE,
  )
  const guard = createPictureGuard({
    pool,
    publicUrl,
    decode: (work) => pictures({ lane: 'shown' }, work),
  })
  await guard.refresh()
  const images = await createImages({
    pool,
    log,
    pictures,
    storage,
    guard,
    remoteImages,
    publicUrl,
    drawPicture: overrides.drawPicture ?? (env.DEMO_CATALOG ? drawDemoPicture : null),
    cacheFolder: join(env.DATA_DIR, 'cache'),
    isStorageShared: env.STORAGE_URL !== undefined,
    writeFile,
  })
  const { media, originals, imageProxy, productCards, variants, cacheProblem } = images
  const uploads = createUploads({
    pool,
    atomically,
    storage,
    media,
    remoteImages,
    pictures,
    guard,
    quotaMegabytes: env.UPLOAD_QUOTA_MB,
  })

  const sessionsStore = createSessionsStore(pool)
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const sessions = createSessions(sessionsStore, createSessionCookie(secret, isSecure))
  const emailProof = createEmailProof(secret, isSecure)
  const identityStore = createIdentityStore(pool)
  const identity = createIdentity({
    database,
    store: identityStore,
    sessions,
    emailProof,
    log,
    secret,
    publicUrl,
    choice: providers,
  })
  const localMail = providers.email === 'local' ? createLocalMail() : null
  const mail = env.SMTP_URL ? smtpMail(env.SMTP_URL, env.MAIL_FROM) : (localMail?.mail ?? null)
  const emailSignIn = createEmailSignIn({
    pool,
    secret,
    publicUrl,
    emailProof,
    identityStore,
    sessions,
    limits,
    mail,
  })
  const passkeys = createPasskeys({ pool, secret, publicUrl, identityStore, sessions })
  const invitations = createInvitations({ pool, secret, limits, sessions, atomically })
  const inviteRequests = createInviteRequests({
    pool,
    secret,
    atomically,
    sms: createSms(env, log),
    mail,
    log,
  })
  const ownProducts = createOwnProducts({ pool, atomically, uploads, log })
  const users = createUsers({
    pool,
    decode: (pixels, work) => pictures({ lane: 'sent', pixels }, work),
    atomically,
    ownProducts,
    uploads,
    identity,
    identityStore,
    sessions,
    log,
    publicUrl,
    facebookSecret: providers.real.facebook?.clientSecret ?? null,
  })
  // A feed of a million items takes longer than a request may.
  const shops = createShops({
    pool: database.maintenance,
    atomically,
    folder: join(env.DATA_DIR, 'tmp'),
    web: overrides.shopWeb,
  })
  const productLinks = createProductLinks({
    web: overrides.shopWeb,
    keepPicture: uploads.keepFrom,
  })
  const live = createLive(pool)

  const readPicture = createPictureReader({
    media,
    readUpload: uploads.readOwn,
    fetchRemote: (url) => originals.read(url, 'background'),
  })
  const admin = createAdmin({
    pool,
    remove: users.account.remove,
    endSessions: sessionsStore.removeAll,
  })
  const catalogImports = createCatalogImports({
    pool,
    storage,
    importCsv: (input, options) => importCsv(database.maintenance, input, options),
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
    useful: [watched.problem, cacheProblem],
  })
  gaugeServer(registry, {
    pools: { requests: pool, maintenance: database.maintenance },
    load,
    work,
    replies,
    pictures,
    queues: createQueueCounts(database.maintenance),
  })
  const health = createHealth(pool, metrics)
  let housekeeping: ReturnType<typeof startHousekeeping> | undefined
  let feedReading: ReturnType<typeof startHousekeeping> | undefined
  let offerChecking: ReturnType<typeof startHousekeeping> | undefined
  let sampling: ReturnType<typeof startHousekeeping> | undefined
  let serverName = hostname()

  return {
    log,
    publicUrl,
    /** How many proxies in front of the server are trusted. */
    trustedProxies: env.TRUST_PROXY,
    checkReplies: env.NODE_ENV !== 'production',
    isFinderPublic: env.PUBLIC_FINDER,
    readiness,
    health,
    metrics,
    tracer,
    answerMetrics: telemetry.answerMetrics,
    load,
    work,
    securityHeaders,
    clientFiles,
    renderScreen,
    limits,
    bodies: overrides.bodies ?? createBodyBudget(bodyBudgetBytes()),
    pageLimit: createWindowCounter(RATE_LIMITS.page),
    storage,
    replies,
    catalog,
    productDetail,
    pages: createPages(catalog.service, productDetail, catalog.productSearch, identity.ways),
    sitemap: createSitemap(pool, env.PUBLIC_FINDER),
    media,
    imageProxy,
    productCards,
    cardFacts: async (id: string) => cardFacts(await productDetail(id)),
    uploads,
    sessions,
    identity,
    identityStore,
    emailProof,
    emailSignIn,
    passkeys,
    localMail,
    invitations,
    inviteRequests,
    setup: createSetup(pool),
    admin,
    catalogImports,
    readStorage: createAdminStorage({ pool, storage, cacheUsage: images.cacheUsage }),
    notices,
    takedown,
    inviteDeskFor: (origin: string) =>
      createInviteDesk({ pool, secret, sms: createSms(env, log), publicUrl: origin }),
    mail,
    ownProducts,
    users,
    rates,
    productLinks,
    freshness,
    shops,
    live,
    finder,
    listener,

    /** Sign-in needs the port that the server listens on. */
    start: async (port: number) => {
      await live.hub.start(listener)
      await takedown.listenOn(listener)
      await finder.running.listenOn(listener)
      await identity.start(port)
      serverName = `${hostname()}:${port}`
      await telemetry.listen(env.HOST)
      readiness.start()
    },

    /** Browsing works meanwhile, and even if one of these fails. */
    startInBackground: () => {
      void finder.start(listener)
      catalog.facetIndex.start(database.maintenance, log)
      housekeeping = startHousekeeping(log, HOUSEKEEPING_EVERY_MS, {
        'exchange rates': rates.refresh,
        'prices in euros': facets.convertPrices,
        'removed facets': facets.forgetOld,
        'rate limits': limits.forgetOld,
        sessions: () => sessionsStore.sweep(),
        'e-mail codes': emailSignIn.service.sweep,
        'passkey challenges': passkeys.service.sweep,
        'invitation requests': inviteRequests.sweep,
        uploads: () => uploads.sweep(),
        storage: () => storage.sweep(),
        'catalogue files': catalogImports.sweep,
        variants: async () => variants?.sweep(),
        crops: () => finder.crops.sweep(),
        vectors: finder.keepVectors,
        'deletion requests': () => users.facebookDeletions.forgetOld(),
        'health samples': health.sweep,
        'old records': createRetentionStore(database.maintenance).sweep,
      })
      sampling = startHousekeeping(log, HEALTH.sampleMs, {
        'health sample': () => health.note(serverName),
      })
      feedReading = startHousekeeping(log, FEEDS_EVERY_MS, {
        // First, because reading feeds takes minutes, and products are not found by words meanwhile.
        facets: facets.describeChanged,
        feeds: shops.runDue,
        takedowns: takedown.carryOutPending,
      })
      if (freshness)
        offerChecking = startHousekeeping(log, OFFERS_EVERY_MS, { offers: freshness.run })
    },

    /** Streams that never end would keep the server from stopping. */
    endStreams: live.hub.endAll,

    /** Cuts off scans that still run. */
    abortWork: () => finder.running.close(),

    close: async () => {
      load.stop()
      await sampling?.stop()
      // A feed that is being read stops with its connection, and changes nothing.
      await shops.close()
      await catalogImports.close()
      await productLinks.close()
      await feedReading?.stop()
      await freshness?.close()
      await offerChecking?.stop()
      await housekeeping?.stop()
      await catalog.facetIndex.close()
      await finder.close()
      await listener.close()
      await takedown.close()
      await remoteImages.close()
      await variants?.close()
      await telemetry.close()
    },
  }
}
export type Parts = Awaited<ReturnType<typeof createParts>>
