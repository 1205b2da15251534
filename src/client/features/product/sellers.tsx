import { OfferPrice } from '#client/catalog/offer-price.tsx'
import { ShopLink } from '#client/catalog/shop-link.tsx'
import type { Offer } from '#shared/contract/catalog.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import { offerState } from '#client/catalog/offer-state.ts'
import { useCheckedAgo } from '#client/catalog/use-checked-ago.ts'
import page from './product-page.module.css'
import styles from './sellers.module.css'

/** Several sellers compared: what can be bought first, then the cheapest. */
export const Sellers = ({ offers }: { offers: readonly Offer[] }) => {
  const checkedAgo = useCheckedAgo()
  if (offers.length < 2) return null
  return (
    <section className={page.section} aria-labelledby="sellers">
      <h2 className={page.subheading} id="sellers">
        {PRODUCT_TEXT.sellers}
      </h2>
      <ul className={styles.list}>
        {offers.map((offer) => (
          <li key={`${offer.shop} ${offer.url}`} className={styles.seller}>
            <ShopLink website={offer.url} productName={offer.price} seller={offer.shop} />
            <span className={styles.price}>
              <OfferPrice offer={offer} />
            </span>
            <span className={page.quiet}>
              {[offerState(offer), offer.sizes.join(', '), checkedAgo(offer.checkedAt)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
