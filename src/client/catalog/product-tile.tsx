import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { classNames } from '#client/ui/class-names.ts'
import { truncateProductName } from '#shared/domain/celebrity.ts'
import { isKnown } from '#shared/domain/known-text.ts'
import { displayPrice } from '#shared/domain/price.ts'
import styles from './product-tile.module.css'
import { ShopLink } from './shop-link.tsx'

type Text = string | null | undefined

type ProductTileProps = {
  picture: ReactNode
  controls?: ReactNode
  brand?: Text
  name: string
  price: Text
  currency?: string
  website: Text
  seller?: string | undefined
  heading?: 'h2' | 'h3'
  isLit?: boolean
  /** Its own page, if it has one. */
  to?: string
  children?: ReactNode
}

/** How every product looks: in the catalogue, on a profile, among the results of a photo. */
export const ProductTile = ({
  picture,
  controls,
  brand,
  name,
  price,
  currency,
  website,
  seller,
  heading: Heading = 'h2',
  isLit = false,
  to,
  children,
}: ProductTileProps) => {
  const isMobile = useIsMobile()
  return (
    <article className={classNames('stack gap-3', isLit && styles.lit)}>
      <div className={styles.picture}>
        {to === undefined ? (
          picture
        ) : (
          // The name below is the same link; one of them is enough for the keyboard.
          <Link to={to} tabIndex={-1} aria-hidden="true">
            {picture}
          </Link>
        )}
        {controls && <div className={styles.controls}>{controls}</div>}
      </div>
      <div className={styles.words}>
        {isKnown(brand) && <p className="quiet small">{brand}</p>}
        <Heading className={styles.name} title={name}>
          {to === undefined ? (
            truncateProductName(name, isMobile)
          ) : (
            <Link className={styles.open} to={to}>
              {truncateProductName(name, isMobile)}
            </Link>
          )}
        </Heading>
        {isKnown(price) && <p className={styles.price}>{displayPrice(price, currency)}</p>}
        <ShopLink website={website} productName={name} seller={seller} />
        {children}
      </div>
    </article>
  )
}
