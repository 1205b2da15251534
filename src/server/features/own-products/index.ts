import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import type { Atomically } from '#server/db/transaction.ts'
import type { UploadsService } from '#server/features/uploads/index.ts'
import { createFavoritesService } from './favorites.service.ts'
import { createFavoritesStore } from './favorites.store.ts'
import { createManualProducts } from './manual-products.service.ts'
import { createProductsService } from './products.service.ts'
import { createProductsStore } from './products.store.ts'

export { ownProductHandlers } from './own-products.routes.ts'

type Settings = {
  pool: Database['pool']
  atomically: Atomically
  uploads: UploadsService
  log: Logger
}

/** What a user detected, added by hand or saved. */
export const createOwnProducts = ({ pool, atomically, uploads, log }: Settings) => {
  const productsStore = createProductsStore(pool)
  const favoritesStore = createFavoritesStore(pool)
  const products = createProductsService(
    productsStore,
    favoritesStore,
    atomically,
    // The product is gone either way: a file that stays is only a file.
    (uid, urls) =>
      uploads.release(uid, urls).catch((err: unknown) => {
        log.warn({ err }, 'Pictures of a product were not deleted')
      }),
  )
  return {
    products,
    favorites: createFavoritesService(favoritesStore, productsStore, atomically),
    manualProducts: createManualProducts(products, uploads),
  }
}
export type OwnProducts = ReturnType<typeof createOwnProducts>
