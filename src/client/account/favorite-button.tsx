import { HeartButton } from '#client/ui/button.tsx'
import type { Favorite } from '#shared/domain/favorite-record.ts'
import { useToggleFavorite } from './favorite.ts'

/** The heart on a product's picture. */
export const FavoriteButton = ({ favorite }: { favorite: Favorite }) => {
  const { isFavorite, isBusy, toggle } = useToggleFavorite(favorite)
  return (
    <HeartButton
      label={`Save ${favorite.name}`}
      isPressed={isFavorite}
      isBusy={isBusy}
      isRaised
      onPress={toggle}
    />
  )
}
