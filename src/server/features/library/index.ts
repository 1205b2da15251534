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

/** The scans, products and favorites of a user, in lists that update live. */
export const libraryFeature = ({ pool, atomically, log }: Core, { uploads }: Images) => {
  const stores = createOwnProductStores(pool, atomically)
  // The product is deleted anyway; the sweep of unused uploads tries again.
  const release: Pictures['release'] = (uid, urls) =>
    uploads
      .release(uid, urls)
      .catch((err: unknown) => log.warn({ err }, 'Could not delete the pictures of a product'))
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
        // Mounted first: this stream never ends, so no middleware may wait for its end.
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
