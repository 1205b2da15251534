import { liveCalls, myScanCalls, ownProductCalls } from '#shared/contract/library.ts'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { Images } from '#server/features/images/index.ts'
import { createLive, liveHandlers } from './live.ts'
import { myScanHandlers, ownProductHandlers } from './products.routes.ts'
import {
  createFavoritesService,
  createManualProducts,
  createProductsService,
  type Pictures,
} from './products.service.ts'
import { createOwnProductStores } from './products.store.ts'
import { createScansService } from './scans.service.ts'

/** What belongs to one user: what they scanned, kept, added by hand or saved, in lists that update by themselves. */
export const libraryFeature = ({ pool, atomically, log }: Core, { uploads }: Images) => {
  const stores = createOwnProductStores(pool, atomically)
  // The product is gone either way; the sweep of unused uploads tries again.
  const release: Pictures['release'] = (uid, urls) =>
    uploads
      .release(uid, urls)
      .catch((err: unknown) => log.warn({ err }, 'Pictures of a product were not deleted'))
  const pictures = { release, renew: uploads.renew }
  const products = createProductsService(stores, pictures)
  const favorites = createFavoritesService(stores, pictures)
  const scans = createScansService(stores, pictures)
  const manualProducts = createManualProducts(products, uploads)
  const live = createLive(pool)
  return {
    products,
    favorites,
    scans,
    live,
    feature: {
      routes: [
        // This stream never ends, so nothing may wait for its end.
        calls(liveCalls, liveHandlers(live), 'first'),
        calls(ownProductCalls, ownProductHandlers({ products, favorites, manualProducts })),
        calls(myScanCalls, myScanHandlers(scans)),
      ],
      start: ({ listener }) => live.hub.start(listener),
      endStreams: live.hub.endAll,
    } satisfies Feature,
  }
}
export type Library = ReturnType<typeof libraryFeature>
