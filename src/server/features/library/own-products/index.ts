import type { Logger } from 'pino'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import type { UploadsService } from '#server/features/library/uploads/index.ts'
import { createFavoritesService } from './favorites.service.ts'
import { createManualProducts } from './manual-products.service.ts'
import { createOwnProductStores } from './own-products.stores.ts'
import { createProductsService, type Pictures } from './products.service.ts'
import { createScansService } from './scans.service.ts'

export { myScanHandlers } from './my-scans.routes.ts'
export { ownProductHandlers } from './own-products.routes.ts'

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
