import { OWN_LISTS } from '#shared/constants.ts'
import type { FavoriteProduct } from '#shared/contract/products.ts'
import { recordFromProduct } from '#shared/domain/favorite-record.ts'
import type { Atomically } from '#server/db/transaction.ts'
import type { ProductsStore } from './products.store.ts'
import { AppError } from '#server/http/errors.ts'
import type { FavoritesStore } from './favorites.store.ts'

/** Hearts. A heart on a detection and its stored record always agree (§4). */
export const createFavoritesService = (
  favorites: FavoritesStore,
  products: ProductsStore,
  atomically: Atomically,
) => ({
  list: (uid: string) => favorites.list(uid),
  has: (uid: string, name: string) => favorites.has(uid, name),

  add: (uid: string, wanted: { product: FavoriteProduct } | { detection_id: string }) =>
    atomically(async (connection) => {
      const record =
        'product' in wanted
          ? recordFromProduct(wanted.product, new Date().toISOString())
          : await products.find(uid, wanted.detection_id, connection)
      if (!record) throw new AppError(404, 'That product does not exist')
      const added = await favorites.add(uid, record, OWN_LISTS.savedProducts, connection)
      if (!added) throw new AppError(409, 'Your list of saved products is full')
      await products.setLiked(uid, record.title, true, connection)
      return added
    }),

  remove: (uid: string, name: string) =>
    atomically(async (connection) => {
      await favorites.remove(uid, name, connection)
      await products.setLiked(uid, name, false, connection)
    }),
})
export type FavoritesService = ReturnType<typeof createFavoritesService>
