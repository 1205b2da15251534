import type { Logger } from 'pino'
import { liveCalls, myScanCalls, ownProductCalls, uploadCalls } from '#shared/contract/library.ts'
import type { PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import type { Media, RemoteImages } from '#server/features/images/index.ts'
import { type createLive, liveHandlers } from './live.ts'
import { myScanHandlers, ownProductHandlers } from './products.routes.ts'
import {
  createFavoritesService,
  createManualProducts,
  createProductsService,
  type Pictures,
} from './products.service.ts'
import { createOwnProductStores } from './products.store.ts'
import { createScansService } from './scans.service.ts'
import { mountUploads, uploadHandlers } from './uploads.routes.ts'
import { createUploadsService, type UploadsService } from './uploads.service.ts'
import { createUploadsStore } from './uploads.store.ts'

export { createLive } from './live.ts'
export { createUploadReader, type UploadsService } from './uploads.service.ts'
export { createUploadsStore } from './uploads.store.ts'

export const createUploads = (settings: {
  pool: Connection
  atomically: Atomically
  storage: Storage
  media: Media
  remoteImages: Pick<RemoteImages, 'fetch'>
  pictures: PictureQueue
  guard: { checkUpload: (body: Buffer) => Promise<void> }
  quotaMegabytes: number
}) => {
  const { pool, atomically, remoteImages: remote, ...parts } = settings
  return createUploadsService({ ...parts, remote, store: createUploadsStore(pool, atomically) })
}

type Settings = { pool: Connection; atomically: Atomically; uploads: UploadsService; log: Logger }

/** What a user scanned, kept, added by hand or saved. */
export const createOwnProducts = ({ pool, atomically, uploads, log }: Settings) => {
  const stores = createOwnProductStores(pool, atomically)
  // The product is gone either way; the sweep of unused uploads tries again.
  const release: Pictures['release'] = (uid, urls) =>
    uploads
      .release(uid, urls)
      .catch((err: unknown) => log.warn({ err }, 'Pictures of a product were not deleted'))
  const pictures = { release, renew: uploads.renew }
  const products = createProductsService(stores, pictures)
  return {
    products,
    favorites: createFavoritesService(stores, pictures),
    scans: createScansService(stores, pictures),
    manualProducts: createManualProducts(products, uploads),
  }
}
export type OwnProducts = ReturnType<typeof createOwnProducts>

type FeatureParts = Parameters<typeof mountUploads>[1] & {
  ownProducts: OwnProducts
  live: ReturnType<typeof createLive>
}

/** What belongs to one user: products, scans, uploads, and lists that update by themselves. */
export const libraryFeature = (parts: FeatureParts): Feature => {
  const { ownProducts, live, uploads } = parts
  return {
    routes: [
      // This stream never ends, so nothing may wait for its end.
      calls(liveCalls, liveHandlers(live), 'first'),
      route((app) => mountUploads(app, parts)),
      calls(ownProductCalls, ownProductHandlers(ownProducts)),
      calls(myScanCalls, myScanHandlers(ownProducts.scans)),
      calls(uploadCalls, uploadHandlers(uploads)),
    ],
    start: ({ listener }) => live.hub.start(listener),
    endStreams: live.hub.endAll,
  }
}
