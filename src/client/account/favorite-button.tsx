import { HeartButton } from '#client/ui/heart-button.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { type Favorite, favoriteFromCatalog } from './favorite.ts'
import { useToggleFavorite } from './use-toggle-favorite.ts'

type Look = {
  isRaised?: boolean
}

export const FavoriteHeart = ({ favorite, isRaised = false }: Look & { favorite: Favorite }) => {
  const { isFavorite, isBusy, toggle } = useToggleFavorite(favorite)
  return (
    <HeartButton
      label={`Save ${favorite.name}`}
      isPressed={isFavorite}
      isBusy={isBusy}
      isRaised={isRaised}
      onPress={toggle}
    />
  )
}

export const FavoriteButton = ({ product, ...look }: Look & { product: CatalogProduct }) => (
  <FavoriteHeart favorite={favoriteFromCatalog(product)} {...look} />
)
