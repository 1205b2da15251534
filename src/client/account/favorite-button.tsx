import { HeartButton } from '#client/ui/heart-button.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { useLoginOverlay } from './login-overlay-store.ts'
import { useSession } from './session.ts'

type FavoriteButtonProps = {
  product: CatalogProduct
  /** Stands on a picture. */
  isRaised?: boolean
}

/** §4: saving while signed out opens the login overlay. */
export const FavoriteButton = ({ product, isRaised = false }: FavoriteButtonProps) => {
  const { user } = useSession()
  const openLogin = useLoginOverlay((state) => state.open)
  return (
    <HeartButton
      label={`Save ${product.name}`}
      isPressed={false}
      isDisabled={Boolean(user)}
      isRaised={isRaised}
      onPress={openLogin}
    />
  )
}
