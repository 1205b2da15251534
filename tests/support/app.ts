import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createAccountParts } from '#server/account-parts.ts'
import { createApp } from '#server/app.ts'
import { createQueue } from '#server/concurrency/queue.ts'
import type { Database } from '#server/db/database.ts'
import { openDiskCache } from '#server/features/images/disk-cache.ts'
import { createImageProxy } from '#server/features/images/image-proxy.service.ts'
import { createMedia, type DrawnPicture } from '#server/features/images/media.service.ts'
import { createRemoteOriginals } from '#server/features/images/remote-originals.service.ts'
import { noClientFiles } from '#server/features/pages/static-files.ts'
import { createRateLimiter } from '#server/http/rate-limits.store.ts'
import { createReplyCache } from '#server/http/reply-cache.ts'
import type { AppParts } from '#server/parts.ts'
import { createRemoteImages, type RemoteImages } from '#server/providers/images/remote-images.ts'
import { createFileStorage } from '#server/providers/storage/file-storage.ts'

export const TEST_SECRET = 'a secret that is only ever used by tests'

type Options = {
  remote?: RemoteImages
  draw?: (key: string) => Promise<DrawnPicture | null>
  parts?: Partial<AppParts>
}

/** The real application on a real database; only what lies outside is replaced. */
export const testApp = async (database: Database, options: Options = {}) => {
  const { pool } = database
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const limits = createRateLimiter(pool)
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-app-'))
  const storage = createFileStorage(join(folder, 'media'))
  const cache = await openDiskCache(join(folder, 'cache'), 50_000_000)
  const remote = options.remote ?? createRemoteImages()
  const queue = createQueue(2, 100)
  const originals = createRemoteOriginals({ pool, remote, cache, queue })
  const replies = createReplyCache(60_000, 10_000_000)
  const media = createMedia({
    storage,
    pool,
    publicUrl: null,
    draw: options.draw ?? (async () => null),
    originals,
  })
  const accounts = createAccountParts({
    database,
    log,
    limits,
    storage,
    secret: TEST_SECRET,
    publicUrl: null,
    providers: { real: {}, local: ['google', 'facebook'] },
  })
  const app = createApp({
    log,
    pool,
    publicUrl: null,
    trustProxy: false,
    checkReplies: true,
    sessions: accounts.sessions,
    limits,
    accounts,
    replies,
    media,
    clientFiles: noClientFiles,
    imageProxy: createImageProxy({ pool, media, originals, cache, queue }),
    ...options.parts,
  })
  return {
    app,
    accounts,
    log,
    storage,
    replies,
    request: (path: string, init?: RequestInit) =>
      Promise.resolve(app.request(`http://wearabouts.test${path}`, init)),
    close: async () => {
      await remote.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
