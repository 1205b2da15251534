import { OWN_LISTS } from '#shared/constants.ts'
import type { FavoriteProduct } from '#shared/contract/products.ts'
import { recordFromProduct } from '#shared/domain/favorite-record.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { OwnProductStores } from './own-products.stores.ts'
import type { Pictures } from './products.service.ts'

/** Favorites. A detection's heart and its stored record always agree (§4). */
export const createFavoritesService = (
  { favorites, inTransaction }: OwnProductStores,
  pictures: Pick<Pictures, 'renew'>,
) => ({
  list: favorites.list,
  has: favorites.has,

  add: (uid: string, wanted: { product: FavoriteProduct } | { detection_id: string }) =>
    inTransaction(async ({ favorites, products }, connection) => {
      const record =
        'product' in wanted
          ? recordFromProduct(wanted.product, new Date().toISOString())
          : await products.find(uid, wanted.detection_id)
      if (!record) throw new AppError(404, 'That product does not exist')
      await pictures.renew(connection, uid, [record.image_url])
      const added = await favorites.add(uid, record, OWN_LISTS.savedProducts)
      if (!added) throw new AppError(409, 'Your list of saved products is full')
      await products.setLiked(uid, record.title, true)
      return added
    }),

  remove: (uid: string, name: string) =>
    inTransaction(async ({ favorites, products }) => {
      await favorites.remove(uid, name)
      await products.setLiked(uid, name, false)
    }),
})
export type FavoritesService = ReturnType<typeof createFavoritesService>
