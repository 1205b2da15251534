import { type QueryClient, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, ApiError } from '#client/lib/api.ts'
import { HeartButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import {
  type Favorite,
  type FavoriteToggle,
  toFavoriteProduct,
  toProductRecord,
} from '#shared/domain/favorite-record.ts'
import { askToLogIn } from './login-overlay-store.ts'
import { refreshOwnLists, savedProductsQuery } from './own-products.ts'
import { useSession } from './session.ts'
import { FAVORITE_TEXT } from '#shared/messages.ts'

export const toFavorite = (product: CatalogProduct): Favorite => ({
  name: product.name,
  product: {
    name: product.name,
    id: product.id,
    price: product.price,
    image_url: product.product_image ?? product.celebrity_image,
    product_link: product.website,
    category: product.category,
    brand: product.brand,
    celebrity_name: product.celebrity_name,
    celebrity_image: product.celebrity_image,
  },
})

export const recordToFavorite = (record: ProductRecord): Favorite =>
  record.detection_id === null
    ? { name: record.title, product: toFavoriteProduct(record) }
    : { name: record.title, detection_id: record.detection_id, record }

/** The record that the saved list shows until the server answers. */
const favoriteToRecord = (favorite: Favorite): ProductRecord =>
  'record' in favorite
    ? { ...favorite.record, is_liked: true }
    : toProductRecord(favorite.product, new Date().toISOString())

const sendFavorite = ({ favorite, isWanted }: FavoriteToggle): Promise<unknown> => {
  if (!isWanted) return api('DELETE /api/favorites', { body: { name: favorite.name } })
  if ('product' in favorite)
    return api('POST /api/favorites', { body: { product: favorite.product } })
  return api('POST /api/favorites', { body: { detection_id: favorite.detection_id } })
}

/** The saved list after a change; products are identified by their names. */
export const applyFavoriteChange = (
  saved: ProductRecord[],
  { favorite, isWanted }: FavoriteToggle,
) => {
  const others = saved.filter(({ title }) => title !== favorite.name)
  return isWanted ? [favoriteToRecord(favorite), ...others] : others
}

const showAndSendFavorite = async (queries: QueryClient, uid: string, change: FavoriteToggle) => {
  const list = savedProductsQuery(uid)
  const { queryKey } = list
  // A heart can be pressed before the list has loaded. If loading fails, there is nothing to change.
  await queries.ensureQueryData(list).catch(() => undefined)
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueryData(queryKey)
  if (before) queries.setQueryData(queryKey, applyFavoriteChange(before, change))
  try {
    await sendFavorite(change)
  } catch (error) {
    // Revert only this heart: others may have changed meanwhile.
    queries.setQueryData(queryKey, (current) => {
      if (!current) return current
      const entry = before?.find(({ title }) => title === change.favorite.name)
      const others = current.filter(({ title }) => title !== change.favorite.name)
      return entry ? [entry, ...others] : others
    })
    throw error
  } finally {
    void refreshOwnLists(queries)
  }
}

const buildMutationKey = (uid: string, name: string) => ['favorite', uid, name]

/**
 * Shows the change at once, and reverts it if the server refuses. The heart is disabled meanwhile,
 * also if it was pressed before the session was known.
 */
export const changeFavorite = (
  queries: QueryClient,
  uid: string,
  change: FavoriteToggle,
): Promise<void> =>
  queries
    .getMutationCache()
    .build(queries, {
      mutationKey: buildMutationKey(uid, change.favorite.name),
      mutationFn: () => showAndSendFavorite(queries, uid, change),
    })
    .execute(undefined)

export const useToggleFavorite = (favorite: Favorite) => {
  const queries = useQueryClient()
  const { user } = useSession()
  const uid = user?.uid ?? ''
  const { name } = favorite
  const { data: isFavorite = false } = useQuery({
    ...savedProductsQuery(uid),
    enabled: uid !== '',
    select: useCallback(
      (saved: ProductRecord[]) => saved.some(({ title }) => title === name),
      [name],
    ),
  })
  const isBusy = useIsMutating({ mutationKey: buildMutationKey(uid, name) }) > 0
  const change = (favoriteChange: FavoriteToggle) =>
    changeFavorite(queries, uid, favoriteChange).catch((error: Error) => {
      if (error instanceof ApiError && error.status === 401) askToLogIn(favoriteChange)
      else toast.failure(error)
    })
  const toggle = () => {
    if (!user) askToLogIn({ favorite, isWanted: true }, user === undefined)
    else if (!isBusy) void change({ favorite, isWanted: !isFavorite })
  }
  return { isFavorite, isBusy, toggle }
}

/** The heart on a product's picture. */
export const FavoriteButton = ({ favorite }: { favorite: Favorite }) => {
  const { isFavorite, isBusy, toggle } = useToggleFavorite(favorite)
  return (
    <HeartButton
      label={FAVORITE_TEXT.save(favorite.name)}
      isPressed={isFavorite}
      isBusy={isBusy}
      isRaised
      onPress={toggle}
    />
  )
}
