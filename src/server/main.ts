import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { drawDemoPicture } from '#demo'
import { CATALOG } from '#shared/constants.ts'
import { createAccountParts } from './account-parts.ts'
import { createApp } from './app.ts'
import { createQueue } from './concurrency/queue.ts'
import { type Database, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { type Env, parseEnv, SettingsError } from './env.ts'
import { CATALOG_CHANGED } from './features/catalog/import/counters.store.ts'
import { fillWithDemo } from './features/catalog/demo-fill.ts'
import { openDiskCache } from './features/images/disk-cache.ts'
import { createImageProxy } from './features/images/image-proxy.service.ts'
import { createMedia } from './features/images/media.service.ts'
import { createRemoteOriginals } from './features/images/remote-originals.service.ts'
import { createCropPublisher } from './features/finder/crop-publisher.ts'
import { createWordsSearch } from './features/search/words-search.service.ts'
import { createUploadsService } from './features/uploads/uploads.service.ts'
import { createUploadsStore } from './features/uploads/uploads.store.ts'
import { createFinderParts } from './features/finder/finder.ts'
import { loadScreenRenderer } from './features/pages/screen-renderer.ts'
import { loadClientFiles } from './features/pages/static-files.ts'
import { createHttpServer } from './http/http-server.ts'
import { createRateLimiter, forgetOldLimits } from './http/rate-limits.store.ts'
import { createReplyCache } from './http/reply-cache.ts'
import { securityHeadersFor } from './http/security.ts'
import { createListener } from './jobs/listener.ts'
import { readAuthSecret } from './providers/identity/auth-secret.ts'
import { chooseProviders, type ProviderChoice } from './providers/identity/provider-choice.ts'
import { createRemoteImages } from './providers/images/remote-images.ts'
import { chooseRemoteSearch } from './providers/search/choose-remote-search.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { openStorage } from './providers/storage/open-storage.ts'
import { stopOnSignals } from './stop.ts'
import { createVisionParts } from './features/finder/open-vision.ts'
import { createPictureReader } from './vision/indexing/picture-reader.ts'
import { MODEL_DIR } from './vision/model-cards.ts'

const CLIENT_FOLDER = join(PROJECT_ROOT, 'dist', 'client')
const RENDERER_FILE = join(PROJECT_ROOT, 'dist', 'render', 'server-render.js')
const REPLY_CACHE_BYTES = 64 * 1024 * 1024
const IMAGE_CACHE_BYTES = 1024 * 1024 * 1024
const PICTURES_WAITING = 200
const FORGET_LIMITS_EVERY_MS = 10 * 60_000

/** env → parts → listen: the only place that constructs. */
const start = async () => {
  const env = parseEnv(process.env)
  const providers = chooseProviders(env)
  const log = pino({ level: env.LOG_LEVEL })
  // A forgotten promise must not take everyone else's requests down with it.
  process.on('unhandledRejection', (err) => log.error({ err }, 'Unhandled rejection'))
  const database = await openDatabase(env, log)
  try {
    await run(env, providers, log, database)
  } catch (error) {
    // Otherwise its connections would keep a server that cannot start alive, and silent.
    await database.close()
    throw error
  }
}

const run = async (env: Env, providers: ProviderChoice, log: Logger, database: Database) => {
  const { pool } = database
  await migrate(pool)
  if (env.DEMO_CATALOG) await fillWithDemo(pool, log, MODEL_DIR)

  const replies = createReplyCache(CATALOG.memoryCacheMs, REPLY_CACHE_BYTES)
  const listener = await createListener(database.url, log)
  await listener.listen(CATALOG_CHANGED, {
    onMessage: () => replies.clear(),
    onConnected: () => replies.clear(),
  })
  const publicUrl = env.PUBLIC_URL ?? null
  const remote = createRemoteImages()
  const storage = openStorage(env, process.env)
  const cache = await openDiskCache(join(env.DATA_DIR, 'cache', 'images'), IMAGE_CACHE_BYTES)
  // One core stays free: a page full of new pictures must not hold up everyone's requests.
  const queue = createQueue(Math.max(1, availableParallelism() - 1), PICTURES_WAITING)
  const originals = createRemoteOriginals({ pool, remote, cache, queue })
  const media = createMedia({
    storage,
    pool,
    publicUrl,
    draw: (key) => (env.DEMO_CATALOG ? queue(() => drawDemoPicture(key)) : Promise.resolve(null)),
    originals,
  })
  const forgetting = setInterval(
    () => void forgetOldLimits(pool).catch((err: unknown) => log.warn({ err }, 'not forgotten')),
    FORGET_LIMITS_EVERY_MS,
  ).unref()

  const limits = createRateLimiter(pool)
  const uploads = createUploadsService({
    store: createUploadsStore(pool),
    storage,
    media,
    remote: remote,
  })
  const accounts = createAccountParts({
    releasePictures: uploads.release,
    database,
    log,
    limits,
    storage,
    secret: await readAuthSecret(env),
    publicUrl,
    providers,
  })

  const vision = createVisionParts({
    pool,
    log,
    modelDir: MODEL_DIR,
    readPicture: createPictureReader(media, (url) => originals.read(url)),
    searchWords: createWordsSearch(pool),
  })

  const finder = createFinderParts({
    pool,
    log,
    storage,
    uploads,
    vision: vision.service,
    products: accounts.products,
    providers: chooseRemoteSearch(env, createCropPublisher(storage, publicUrl)),
  })

  const app = createApp({
    log,
    pool,
    publicUrl,
    trustedProxies: env.TRUST_PROXY,
    checkReplies: env.NODE_ENV !== 'production',
    sessions: accounts.sessions,
    limits,
    replies,
    media,
    accounts,
    imageProxy: createImageProxy({ pool, media, originals, cache, queue }),
    vision,
    finder,
    clientFiles: await loadClientFiles(CLIENT_FOLDER, securityHeadersFor(publicUrl ?? '')),
    renderScreen: await loadScreenRenderer(RENDERER_FILE),
  })

  const giveUp = (what: string) => (err: unknown) => {
    log.fatal({ err }, what)
    process.exitCode = 1
    process.kill(process.pid, 'SIGTERM')
  }
  const server = createHttpServer(app)
  server.listen(env.PORT, env.HOST, () => {
    const { port } = server.address() as AddressInfo
    const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
    accounts
      .start(port, listener)
      .then(
        () => process.stdout.write(`Wearabouts: ${publicUrl ?? `http://${host}:${port}`}\n`),
        giveUp('Signing in cannot be offered'),
      )
  })
  server.on('error', giveUp('The server cannot listen'))
  // People may browse while the models load.
  vision.start(listener).catch((err: unknown) => log.error({ err }, 'Photos cannot be scanned'))
  finder.start().catch((err: unknown) => log.warn({ err }, 'Old crops were not swept away'))
  stopOnSignals(server, log, {
    stopping: () => {
      accounts.endStreams()
      void finder.close()
    },
    close: async () => {
      clearInterval(forgetting)
      await finder.close()
      await vision.close()
      await listener.close()
      await remote.close()
      await database.close()
    },
  })
}

start().catch((error: unknown) => {
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`)
  else pino().fatal({ err: error }, 'The server could not start')
  // Not all that was begun may have been closed.
  process.exit(1)
})
