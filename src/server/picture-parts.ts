import { join } from 'node:path'
import type { Logger } from 'pino'
import { drawDemoPicture } from '#demo'
import { createPictureQueue, type PictureQueue } from './core/concurrency/picture-queue.ts'
import type { Database } from './core/db/database.ts'
import { createAtomically } from './core/db/query.ts'
import type { Env } from './core/env.ts'
import {
  createImages,
  createRemoteImages,
  type DrawPicture,
  type RemoteImages,
} from './features/images/index.ts'
import { createPictureGuard } from './features/moderation/index.ts'
import { createUploads } from './features/library/index.ts'
import type { WriteFile } from './core/storage/file-storage.ts'
import { openStorage, verifyStorage, watchStorage } from './core/storage/open-storage.ts'
import { createPictureReader } from './vision/indexing/indexer.ts'

type Settings = { env: Env; log: Logger; database: Database }

export type PictureOverrides = {
  remoteImages?: RemoteImages
  pictures?: PictureQueue
  writeFile?: WriteFile
  drawPicture?: DrawPicture
}

/** Stored, fetched, shown and uploaded pictures, and which of them were removed. */
export const createPictureParts = async (settings: Settings, overrides: PictureOverrides) => {
  const { env, log, database } = settings
  const { pool } = database
  const { writeFile, remoteImages = createRemoteImages() } = overrides
  const publicUrl = env.PUBLIC_URL ?? null
  const watched = watchStorage(openStorage(env, process.env, writeFile))
  const { storage } = watched
  await verifyStorage(storage, log)
  const pictures = overrides.pictures ?? createPictureQueue()

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
    drawPicture: overrides.drawPicture ?? drawDemoPicture,
    cacheFolder: join(env.DATA_DIR, 'cache'),
    isStorageShared: env.STORAGE_URL !== undefined,
    writeFile,
  })
  const { media, originals, variants } = images
  const uploads = createUploads({
    pool,
    atomically: createAtomically(pool),
    storage,
    media,
    remoteImages,
    pictures,
    guard,
    quotaMegabytes: env.UPLOAD_QUOTA_MB,
  })

  return {
    storage,
    storageProblem: watched.problem,
    pictures,
    guard,
    images,
    uploads,
    readPicture: createPictureReader({
      media,
      readUpload: uploads.readOwn,
      fetchRemote: (url) => originals.read(url, 'background'),
    }),

    sweeps: {
      uploads: () => uploads.sweep(),
      storage: () => storage.sweep(),
      variants: async () => variants?.sweep(),
    },

    close: async () => {
      await remoteImages.close()
      await variants?.close()
    },
  }
}
