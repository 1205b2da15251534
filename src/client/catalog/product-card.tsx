import type { ReactNode } from 'react'
import { FavoriteButton } from '#client/account/favorite-button.tsx'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { truncateProductName } from '#shared/domain/celebrity.ts'
import { isKnown } from '#shared/domain/known-text.ts'
import { displayPrice } from '#shared/domain/price.ts'
import styles from './product-card.module.css'
import { ProductPicture } from './product-picture.tsx'
import { ShopLink } from './shop-link.tsx'

type ProductCardProps = {
  product: CatalogProduct
  isPriority?: boolean
  /** Lit because its dot on the picture is. */
  isLit?: boolean
  /** Under the shop: the look it is from, or who else wears it. */
  children?: ReactNode
}

export const ProductCard = ({
  product,
  isPriority = false,
  isLit = false,
  children,
}: ProductCardProps) => {
  const isMobile = useIsMobile()
  return (
    <article className={classNames(styles.card, isLit && styles.lit)}>
      <div className={styles.picture}>
        <ProductPicture product={product} isPriority={isPriority} />
        <div className={styles.heart}>
          <FavoriteButton product={product} isRaised />
        </div>
      </div>
      <div className={styles.words}>
        {isKnown(product.brand) && <p className={styles.brand}>{product.brand}</p>}
        <h2 className={styles.name} title={product.name}>
          {truncateProductName(product.name, isMobile)}
        </h2>
        {isKnown(product.price) && <p className={styles.price}>{displayPrice(product.price)}</p>}
        <ShopLink website={product.website} productName={product.name} />
        {children}
      </div>
    </article>
  )
}
