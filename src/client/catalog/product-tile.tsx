import type { ReactNode } from 'react'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { classNames } from '#client/ui/class-names.ts'
import { truncateProductName } from '#shared/domain/celebrity.ts'
import { isKnown } from '#shared/domain/known-text.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { ProductLink } from './product-link.tsx'
import styles from './product-tile.module.css'
import { ShopLink } from './shop-link.tsx'
import { SimilarLinks } from './similar-links.tsx'

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
  heading?: 'h2' | 'h3' | 'h5'
  isLit?: boolean
  /** What a buyer has to know: sold out, or when that was last checked. */
  state?: string | null
  checked?: string | null
  /** If it has a page of its own: the whole card opens it, except for its other controls. */
  productId?: string
  /** Instead of the usual links to what is similar. */
  similar?: ReactNode
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
  productId,
  similar,
  state = null,
  checked = null,
  children,
}: ProductTileProps) => {
  const isMobile = useIsMobile()
  const hasUsualLinks = similar === undefined && productId !== undefined
  return (
    <article className={classNames('stack gap-3', styles.tile, isLit && styles.lit)}>
      <div className={styles.picture}>
        {picture}
        {controls && <div className={styles.controls}>{controls}</div>}
      </div>
      <div className={styles.words}>
        <KeptMarkup
          of={[
            'product words',
            [brand, name, price, currency, website, seller, state, checked],
            [Heading, productId, hasUsualLinks, isMobile],
          ]}
        >
          {isKnown(brand) && <p className="quiet small">{brand}</p>}
          <Heading className={styles.name} title={name}>
            {productId === undefined ? (
              truncateProductName(name, isMobile)
            ) : (
              <ProductLink className={styles.open} id={productId} name={name}>
                {truncateProductName(name, isMobile)}
              </ProductLink>
            )}
          </Heading>
          {isKnown(price) && <p className={styles.price}>{displayPrice(price, currency)}</p>}
          {state !== null && <p className={styles.state}>{state}</p>}
          {checked !== null && <p className="quiet small">{checked}</p>}
          <ShopLink website={website} productName={name} seller={seller} />
          {hasUsualLinks && <SimilarLinks id={productId} name={name} />}
        </KeptMarkup>
        {similar}
        {children}
      </div>
    </article>
  )
}
