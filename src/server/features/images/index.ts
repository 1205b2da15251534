import { MEGABYTE } from '#shared/byte-sizes.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { drawDemoPicture } from '#demo'
import type { Core } from '#server/core/core.ts'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import type { Env } from '#server/core/env.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { openStorage } from '#server/core/storage/open-storage.ts'
import { createPictureReader } from '#server/vision/indexing/indexer.ts'
import { imageCalls } from '#shared/contract/catalog.ts'
import { uploadCalls } from '#shared/contract/library.ts'
import { openDiskCache } from './disk-cache.ts'
import { createImageProxy } from './image-proxy.service.ts'
import {
  createCardReply,
  imageHandlers,
  mountMedia,
  mountUploads,
  uploadHandlers,
} from './images.routes.ts'
import { createImagesStore, createRemovedPicturesStore, type ImagesStore } from './images.store.ts'
import { createMachineFonts } from './machine-fonts.ts'
import { createMedia, type DrawnPicture } from './media.service.ts'
import { createPictureFiles } from './picture-files.ts'
import { createPictureGuard, type PictureGuard } from './picture-guard.ts'
import { createPreviewCards } from './preview-cards.service.ts'
import {
  type CachedOriginals,
  createCachedOriginals,
  createPictureFetcher,
  type PictureFetcher,
} from './remote-pictures.ts'
import { createUploadsStore } from './uploads.store.ts'
import { createUploadReader, createUploadsService } from './uploads.service.ts'
import { createSharedVariants } from './variants.ts'

export type { PictureFiles } from './picture-files.ts'
export { createFileResponse as fileResponse } from './images.routes.ts'
export { createRemotePictureUrlsStore, type RemotePictureUrls } from './images.store.ts'
export {
  toAppearance as appearanceOf,
  type Fingerprint,
  fingerprintPicture as fingerprintOf,
  isPortraitFrom,
} from './picture-fingerprint.ts'
export { TAKEDOWN_CHANGED } from './picture-guard.ts'
export type { CardFacts } from './preview-cards.service.ts'
export type { UploadsService } from './uploads.service.ts'
export { makePortrait, readPictureFacts as factsOf } from './variants.ts'

const CACHE_BYTES = 1024 * MEGABYTE

export type ImageOverrides = {
  remoteImages?: PictureFetcher
  /** Null if the key is not a demo picture. */
  drawPicture?: (key: string) => Promise<DrawnPicture | null>
}

/** Stores, fetches, resizes and serves pictures, and recognises removed ones. */
export const imagesFeature = async (
  core: Core,
  { remoteImages = createPictureFetcher(), drawPicture = drawDemoPicture }: ImageOverrides = {},
) => {
  const { env, log, pictures, storage } = core
  const cacheFolder = join(env.DATA_DIR, 'cache')
  // Earlier versions cached resized private uploads here under names that cannot be assigned.
  await rm(join(cacheFolder, 'images'), { recursive: true, force: true })
  const cache = await openDiskCache({
    folder: join(cacheFolder, 'pictures'),
    maxBytes: CACHE_BYTES,
    log,
    write: core.writeFile,
  })
  const decode = <T>(work: () => Promise<T>) => pictures({ lane: 'shown' }, work)
  const sources = await createPictureSources({
    ...core,
    draw: drawPicture,
    decode,
    originalsWith: (guard, store) =>
      createCachedOriginals({ store, guard, remote: remoteImages, cache, decode }),
  })
  const { guard, media } = sources
  const uploads = createUploadsService({
    store: sources.uploadsStore,
    storage,
    media,
    remote: remoteImages,
    pictures,
    guard,
    quotaMegabytes: env.UPLOAD_QUOTA_MB,
  })
  // Without a shared storage no other server could read them.
  const variants = env.STORAGE_URL === undefined ? null : createSharedVariants({ storage, log })
  const imageProxy = createImageProxy({ ...sources, cache, pictures, variants })

  const readMachineFonts = createMachineFonts(log)

  return {
    guard,
    media,
    uploads,
    readPicture: sources.readPicture,
    imageProxy,
    cardReply: createCardReply(
      createPreviewCards({ ...core, proxy: imageProxy, cache, readMachineFonts }),
      core.limits,
    ),
    files: createPictureFiles({ ...core, cache, media, variants }),
    cacheProblem: cache.problem,
    cacheUsage: cache.usage,

    feature: {
      routes: [
        route((app, dependencies) => mountUploads(app, uploads, dependencies)),
        calls(uploadCalls, uploadHandlers(uploads)),
        calls(imageCalls, imageHandlers(imageProxy, core.limits)),
        // Mounted after the uploads, whose URLs lie below it and which are served only to their owners.
        route((app) => mountMedia(app, media), 'last'),
      ],
      hourly: {
        uploads: () => uploads.sweep(),
        variants: async () => variants?.sweep(),
      },
      // Says which scripts preview cards leave out.
      startInBackground: readMachineFonts,
      stop: async () => {
        await remoteImages.close()
        await variants?.close()
      },
    } satisfies Feature,
  }
}
export type Images = Awaited<ReturnType<typeof imagesFeature>>

type PictureSourcesDependencies = Pick<
  Core,
  'pool' | 'atomically' | 'log' | 'storage' | 'publicUrl'
> & {
  /** Draws a demo picture; null if the key is not one. */
  draw: (key: string) => Promise<DrawnPicture | null>
  /** Limits how many pictures are processed at once. */
  decode: <T>(work: () => Promise<T>) => Promise<T>
  originalsWith: (guard: PictureGuard, store: ImagesStore) => CachedOriginals
}

/** Stored, uploaded, drawn and fetched pictures, without those that were removed. */
const createPictureSources = async (dependencies: PictureSourcesDependencies) => {
  const { pool, atomically, log, storage, publicUrl, draw, decode, originalsWith } = dependencies
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

/** For processes that only index or remove pictures. They answer no requests, so nothing is queued or cached. */
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
