import type { Logger } from 'pino'
import { drawDemoPicture } from '#demo'
import type { Database } from '#server/core/db/database.ts'
import { type Atomically, type Connection, createAtomically } from '#server/core/db/query.ts'
import type { Env } from '#server/core/env.ts'
import { openStorage } from '#server/core/storage/open-storage.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { createPictureReader } from '#server/vision/indexing/indexer.ts'
import { createImagesStore, createRemovedPicturesStore, type ImagesStore } from './images.store.ts'
import { createMedia, type DrawnPicture } from './media.service.ts'
import { createPictureGuard, type PictureGuard } from './picture-guard.ts'
import { createPictureFetcher, type CachedOriginals } from './remote-pictures.ts'
import { createUploadReader } from './uploads.service.ts'
import { createUploadsStore } from './uploads.store.ts'

type Settings = {
  pool: Connection
  atomically: Atomically
  log: Logger
  storage: Storage
  publicUrl: string | null
  /** Draws a demo picture; null if the key is not one. */
  draw: (key: string) => Promise<DrawnPicture | null>
  /** Limits how many pictures are processed at once. */
  decode: <T>(work: () => Promise<T>) => Promise<T>
  originalsWith: (guard: PictureGuard, store: ImagesStore) => CachedOriginals
}

/** Stored, uploaded, drawn and fetched pictures, without those that were removed. */
export const createPictureSources = async (settings: Settings) => {
  const { pool, atomically, log, storage, publicUrl, draw, decode, originalsWith } = settings
  const store = createImagesStore(pool)
  const guard = createPictureGuard({ store: createRemovedPicturesStore(pool), publicUrl, decode })
  await guard.refresh()
  const originals = originalsWith(guard, store)
  const media = createMedia({
    storage,
    store,
    guard,
    publicUrl,
    draw: (key) => decode(() => draw(key)),
    originals,
    decode,
    log,
  })
  const uploadsStore = createUploadsStore(pool, atomically)
  return {
    store,
    guard,
    originals,
    media,
    uploadsStore,
    readPicture: createPictureReader({
      media,
      readUpload: createUploadReader({ store: uploadsStore, storage, media }),
      fetchRemote: (url) => originals.read(url, 'background'),
    }),
  }
}

/** For processes that only index or remove pictures: they serve nobody, so nothing is queued or cached. */
export const openPictureSources = async (env: Env, log: Logger, { pool }: Database) => {
  const remote = createPictureFetcher()
  const { guard, readPicture } = await createPictureSources({
    pool,
    atomically: createAtomically(pool),
    log,
    storage: openStorage(env, process.env),
    publicUrl: env.PUBLIC_URL ?? null,
    draw: drawDemoPicture,
    decode: (work) => work(),
    originalsWith: ({ check }) => ({
      read: async (url) => {
        const body = await remote.fetch(url, 'background')
        await check(url, body)
        return body
      },
    }),
  })
  return { guard, readPicture, close: () => remote.close() }
}
