import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import pino from 'pino'
import { createAccountParts } from '#server/account-parts.ts'
import { createApp } from '#server/app.ts'
import { createQueue } from '#server/concurrency/queue.ts'
import type { Database } from '#server/db/database.ts'
import { openDiskCache } from '#server/features/images/disk-cache.ts'
import { createImageProxy } from '#server/features/images/image-proxy.service.ts'
import { createMedia, type DrawnPicture } from '#server/features/images/media.service.ts'
import { createUploadsService } from '#server/features/uploads/uploads.service.ts'
import { createUploadsStore } from '#server/features/uploads/uploads.store.ts'
import { createFinderParts, type FinderVision } from '#server/features/finder/finder.ts'
import { createRemoteOriginals } from '#server/features/images/remote-originals.service.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createRateLimiter } from '#server/http/rate-limits.store.ts'
import { createReplyCache } from '#server/http/reply-cache.ts'
import type { AppParts } from '#server/parts.ts'
import { createListener } from '#server/jobs/listener.ts'
import type { ProviderChoice } from '#server/providers/identity/provider-choice.ts'
import { createRemoteImages, type RemoteImages } from '#server/providers/images/remote-images.ts'
import type { RemoteSearch } from '#server/providers/search/remote-search.ts'
import { createFileStorage } from '#server/providers/storage/file-storage.ts'
import { createVisionParts } from '#server/features/finder/open-vision.ts'
import { createPictureReader } from '#server/vision/indexing/picture-reader.ts'
import { MODEL_DIR } from '#server/vision/model-cards.ts'
import { createWordsSearch } from '#server/features/search/words-search.service.ts'
import { testDatabase } from './database.ts'

export const TEST_SECRET = 'a secret that is only ever used by tests'

const BOTH_LOCAL: ProviderChoice = { real: {}, local: ['google', 'facebook'] }

/** The whole server as `main.ts` makes it, on a database of its own and a port of its own. */
export const startTestApp = async (
  given: {
    database?: Database
    trustedProxies?: number
    modelDir?: string
    remote?: RemoteImages
    draw?: (key: string) => Promise<DrawnPicture | null>
    remoteImages?: Pick<RemoteImages, 'fetch'>
    /** In place of the parts made here. */
    parts?: Partial<AppParts>
    /** Stands in for the engine where a test is about what becomes of what it sees. */
    vision?: FinderVision
    providers?: readonly RemoteSearch[]
  } = {},
) => {
  const database = given.database ?? (await testDatabase())
  const { pool } = database
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-app-'))
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const limits = createRateLimiter(pool)
  const storage = createFileStorage(join(folder, 'media'))
  const remote = given.remote ?? createRemoteImages()
  const draw = given.draw ?? (async () => null)
  const cache = await openDiskCache(join(folder, 'cache'), 10_000_000)
  const queue = createQueue(2, 100)
  const replies = createReplyCache(60_000, 10_000_000)
  const originals = createRemoteOriginals({ pool, remote, cache, queue })
  const media = createMedia({ storage, pool, publicUrl: null, draw, originals })
  const uploads = createUploadsService({
    store: createUploadsStore(pool),
    storage,
    media,
    remote: given.remoteImages ?? remote,
  })
  const accounts = createAccountParts({
    releasePictures: uploads.release,
    database,
    log,
    limits,
    storage,
    secret: TEST_SECRET,
    publicUrl: null,
    providers: BOTH_LOCAL,
  })
  const vision = createVisionParts({
    pool,
    log,
    modelDir: given.modelDir ?? MODEL_DIR,
    readPicture: createPictureReader(media, (url) => remote.fetch(url)),
    searchWords: createWordsSearch(pool),
  })
  const finder = createFinderParts({
    pool,
    log,
    storage,
    uploads,
    vision: given.vision ?? vision.service,
    products: accounts.products,
    providers: given.providers ?? [],
  })
  const app = createApp({
    log,
    pool,
    publicUrl: null,
    trustedProxies: given.trustedProxies ?? 0,
    checkReplies: true,
    sessions: accounts.sessions,
    limits,
    replies,
    media,
    imageProxy: createImageProxy({ pool, media, originals, cache, queue }),
    accounts,
    vision,
    finder,
    clientFiles: { template: null, manifest: {}, read: async () => null },
    renderScreen: null,
    ...given.parts,
  })
  const server = createHttpServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const listener = await createListener(database.url, log)
  await accounts.start(port, listener)

  return {
    app,
    /** Without the network, as a browser on this address would ask. */
    request: (path: string, init?: RequestInit) =>
      Promise.resolve(app.request(`http://wearabouts.test${path}`, init)),
    replies,
    accounts,
    vision,
    finder,
    listener,
    database,
    pool,
    storage,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      accounts.endStreams()
      await finder.close()
      server.close()
      await vision.close()
      server.closeAllConnections()
      await listener.close()
      await remote.close()
      if (!given.database) await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>
