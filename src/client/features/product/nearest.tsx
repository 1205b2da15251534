import { useQuery } from '@tanstack/react-query'
import { OfferPrice } from '#client/catalog/offer-price.tsx'
import { ProductLink } from '#client/catalog/product-link.tsx'
import { ProductPicture } from '#client/catalog/product-picture.tsx'
import { nearestQuery } from '#client/catalog/queries.ts'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { parsePrice } from '#shared/domain/price.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import styles from './nearest.module.css'

const NO_PRICE = { amount: null, currency: null }

/** For a product that nobody sells any more: what looks most like it and can be bought. */
export const Nearest = ({ product }: { product: ProductDetail }) => {
  const [best] = product.offers
  const isSoldOut = best !== undefined && !isBuyable(best)
  const { data: nearest } = useQuery({ ...nearestQuery(product.id), enabled: isSoldOut })
  if (!isSoldOut || !nearest) return null
  return (
    <aside className={styles.nearest} aria-label={PRODUCT_TEXT.nearest}>
      <div className={styles.picture}>
        <ProductPicture product={nearest} shape="avatar" />
      </div>
      <div className="stack gap-1">
        <p className="quiet small">{PRODUCT_TEXT.nearest}</p>
        <ProductLink className={styles.open} id={nearest.id} name={nearest.name}>
          {nearest.name}
        </ProductLink>
        <p className="small">
          <OfferPrice
            offer={{ price: nearest.price, ...(parsePrice(nearest.price) ?? NO_PRICE) }}
          />
        </p>
      </div>
    </aside>
  )
}
