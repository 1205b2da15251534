import type { ReactNode } from 'react'
import { FavoriteButton } from '#client/account/favorite-button.tsx'
import { favoriteFromCatalog } from '#client/account/favorite.ts'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { CatalogProduct, WornBox } from '#shared/contract/catalog.ts'
import { offerState, useCheckedAgo } from './offer-price.tsx'
import { ProductTile } from './product-tile.tsx'

const percent = (fraction: number) => `${Math.round(Math.min(1, Math.max(0, fraction)) * 100)}%`

/** The `object-position` that keeps the middle of a box in view when the picture is cropped. */
export const focusOnBox = ({ x, y, width, height }: WornBox): string =>
  `${percent(x + width / 2)} ${percent(y + height / 2)}`

type ProductPictureProps = {
  product: CatalogProduct
  shape?: 'product' | 'avatar'
  isPriority?: boolean
}

const FRAME_RATIO = 5 / 4

/** Falls back to the look in which the product is worn. */
export const ProductPicture = ({
  product,
  shape = 'product',
  isPriority = false,
}: ProductPictureProps) => {
  const { product_image, celebrity_image, box } = product
  return (
    <KeptMarkup of={['product picture', shape, isPriority, product_image, celebrity_image, box]}>
      <Picture
        url={product_image ?? celebrity_image}
        frameRatio={FRAME_RATIO}
        shape={shape}
        isPriority={isPriority}
        {...(product_image === null && box ? { focus: focusOnBox(box) } : {})}
      />
    </KeptMarkup>
  )
}

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
