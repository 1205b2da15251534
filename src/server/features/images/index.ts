import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { imageCalls } from '#shared/contract/catalog.ts'
import type { PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import type { WriteFile } from '#server/core/storage/file-storage.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { openDiskCache } from './disk-cache.ts'
import { createForgetPictures } from './forget-pictures.ts'
import { createImageProxy } from './image-proxy.service.ts'
import { imageHandlers, mountMedia } from './images.routes.ts'
import { createImagesStore } from './images.store.ts'
import { createMedia, type DrawnPicture } from './media.service.ts'
import { createProductCards } from './preview-cards.service.ts'
import { createRemoteOriginals, type PictureGuard, type RemoteImages } from './remote-pictures.ts'
import { createSharedVariants } from './variants.ts'

export type { ForgetPictures } from './forget-pictures.ts'
export { createImagesStore } from './images.store.ts'
export { createMedia, type Media, PORTRAIT_FOLDER, portraitUrl } from './media.service.ts'
export {
  createRemoteImages,
  goneError,
  type PictureGuard,
  type RemoteImages,
} from './remote-pictures.ts'
export { encodeVariant, formatFor, ladderWidth, type Variant } from './variants.ts'

const CACHE_BYTES = 1024 * 1024 * 1024

/** Null if the key is not a demo picture. */
export type DrawPicture = (key: string) => Promise<DrawnPicture | null>

type Settings = {
  pool: Connection
  log: Logger
  pictures: PictureQueue
  storage: Storage
  guard: PictureGuard
  remoteImages: Pick<RemoteImages, 'fetch'>
  publicUrl: string | null
  drawPicture: DrawPicture
  cacheFolder: string
  /** Whether other servers read the same storage. */
  isStorageShared: boolean
  writeFile?: WriteFile | undefined
}

export const createImages = async (settings: Settings) => {
  const {
    pool,
    log,
    pictures,
    storage,
    guard,
    remoteImages: remote,
    publicUrl,
    drawPicture,
    cacheFolder,
  } = settings
  const store = createImagesStore(pool)
  // Earlier versions kept resized uploads here, under names that do not tell which they are.
  await rm(join(cacheFolder, 'images'), { recursive: true, force: true })
  const cache = await openDiskCache({
    folder: join(cacheFolder, 'pictures'),
    maxBytes: CACHE_BYTES,
    log,
    write: settings.writeFile,
  })
  const decode = <T>(work: () => Promise<T>) => pictures({ lane: 'shown' }, work)
  const originals = createRemoteOriginals({ store, guard, remote, cache, decode })
  const media = createMedia({
    storage,
    store,
    guard,
    publicUrl,
    draw: (key) => decode(() => drawPicture(key)),
    originals,
    decode,
    log,
  })
  const variants = settings.isStorageShared ? createSharedVariants({ storage, log }) : null
  const imageProxy = createImageProxy({ store, media, guard, originals, cache, pictures, variants })
  return {
    media,
    originals,
    variants,
    cacheProblem: cache.problem,
    cacheUsage: cache.usage,
    imageProxy,
    ...createForgetPictures({ cache, storage, media, variants }),
    productCards: createProductCards({ proxy: imageProxy, cache, pictures }),
  }
}

type FeatureParts = Pick<Parameters<typeof imageHandlers>[0], 'cardFacts' | 'limits'>

export const imagesFeature = (
  images: Awaited<ReturnType<typeof createImages>>,
  parts: FeatureParts,
): Feature => ({
  routes: [
    calls(imageCalls, imageHandlers({ ...images, ...parts })),
    // After the addresses of uploads, which lie below it and are served only to their owners.
    route((app) => mountMedia(app, images.media), 'last'),
  ],
})
