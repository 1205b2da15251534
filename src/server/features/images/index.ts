import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { drawDemoPicture } from '#demo'
import { imageCalls } from '#shared/contract/catalog.ts'
import { uploadCalls } from '#shared/contract/library.ts'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { openDiskCache } from './disk-cache.ts'
import { createPictureFiles } from './picture-files.ts'
import { createImageProxy } from './image-proxy.service.ts'
import { createCardReply, imageHandlers, mountMedia } from './images.routes.ts'
import type { DrawnPicture } from './media.service.ts'
import { createPictureSources } from './picture-sources.ts'
import { createPreviewCards } from './preview-cards.service.ts'
import {
  createPictureFetcher,
  createCachedOriginals,
  type PictureFetcher,
} from './remote-pictures.ts'
import { mountUploads, uploadHandlers } from './uploads.routes.ts'
import { createUploadsService } from './uploads.service.ts'
import { createSharedVariants } from './variants.ts'

export type { PictureFiles } from './picture-files.ts'
export { fileResponse } from './images.routes.ts'
export { createRemotePictureUrlsStore, type RemotePictureUrls } from './images.store.ts'
export { portraitUrl } from './media.service.ts'
export {
  appearanceOf,
  type Fingerprint,
  fingerprintOf,
  isPortraitFrom,
} from './picture-fingerprint.ts'
export { TAKEDOWN_CHANGED } from './picture-guard.ts'
export { openPictureSources } from './picture-sources.ts'
export type { CardFacts } from './preview-cards.service.ts'
export type { UploadsService } from './uploads.service.ts'
export { factsOf } from './variants.ts'

const CACHE_BYTES = 1024 * 1024 * 1024

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

  return {
    guard,
    media,
    uploads,
    readPicture: sources.readPicture,
    imageProxy,
    cardReply: createCardReply(
      createPreviewCards({ ...core, proxy: imageProxy, cache }),
      core.limits,
    ),
    files: createPictureFiles({ cache, storage, media, variants }),
    cacheProblem: cache.problem,
    cacheUsage: cache.usage,

    feature: {
      routes: [
        route((app, parts) => mountUploads(app, uploads, parts)),
        calls(uploadCalls, uploadHandlers(uploads)),
        calls(imageCalls, imageHandlers(imageProxy, core.limits)),
        // Mounted after the uploads, whose URLs lie below it and which are served only to their owners.
        route((app) => mountMedia(app, media), 'last'),
      ],
      hourly: {
        uploads: () => uploads.sweep(),
        variants: async () => variants?.sweep(),
      },
      stop: async () => {
        await remoteImages.close()
        await variants?.close()
      },
    } satisfies Feature,
  }
}
export type Images = Awaited<ReturnType<typeof imagesFeature>>
