import type { ReactNode } from 'react'
import { favoriteFromCatalog } from '#client/account/favorite.ts'
import { FavoriteButton } from '#client/account/favorite-button.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { offerState } from './offer-state.ts'
import { ProductPicture } from './product-picture.tsx'
import { ProductTile } from './product-tile.tsx'
import { useCheckedAgo } from './use-checked-ago.ts'

type ProductCardProps = {
  product: CatalogProduct
  isPriority?: boolean
  /** Lit together with its dot on the picture. */
  isLit?: boolean
  /** Below the shop: the look it is from, or who else wears it. */
  children?: ReactNode
}

export const ProductCard = ({
  product,
  isPriority = false,
  isLit = false,
  children,
}: ProductCardProps) => {
  const checkedAgo = useCheckedAgo()
  return (
    <ProductTile
      picture={<ProductPicture product={product} isPriority={isPriority} />}
      controls={<FavoriteButton favorite={favoriteFromCatalog(product)} />}
      brand={product.brand}
      name={product.name}
      price={product.price}
      website={product.website}
      isLit={isLit}
      productId={product.id}
      state={offerState(product)}
      checked={checkedAgo(product.checkedAt)}
    >
      {children}
    </ProductTile>
  )
}
