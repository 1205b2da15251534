import type { Offer, ProductDetail } from '#shared/contract/catalog.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import { plotOf } from './price-plot.ts'
import styles from './price-history.module.css'
import page from './product-page.module.css'

const FEWEST_POINTS = 3

type Props = { history: ProductDetail['history']; offer: Offer | undefined }

/** A small plot; with fewer points there is nothing to see. */
export const PriceHistory = ({ history, offer }: Props) => {
  if (history.length < FEWEST_POINTS || !offer) return null
  const shown = (amount: number) => displayPrice(amount, offer.currency ?? undefined) ?? ''
  const { points, lowest, highest } = plotOf(history)
  return (
    <section className={page.section} aria-labelledby="price-history">
      <h2 className={page.subheading} id="price-history">
        {PRODUCT_TEXT.priceHistory}
      </h2>
      <figure className={styles.figure}>
        <svg
          className={styles.plot}
          viewBox="0 0 100 40"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <polyline points={points} vectorEffect="non-scaling-stroke" />
        </svg>
        <figcaption className={page.quiet}>
          Lowest {shown(lowest)}, highest {shown(highest)} at {offer.shop}
        </figcaption>
      </figure>
    </section>
  )
}
