import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { useOverThisPage, useCurrentPage } from '#client/lib/page-beneath.ts'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { classNames } from '#client/ui/class-names.ts'
import { prefetchPicture } from '#client/ui/use-prefetched-pictures.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { truncateProductName } from '#shared/domain/celebrity.ts'
import { isKnown } from '#shared/domain/known-text.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './product-tile.module.css'
import { productQuery } from './queries.ts'
import { ShopLink } from './shop-link.tsx'

/** A pointer that only crosses a card wants nothing. */
const DWELL_MS = 60

/** What a product shows first loads when a visitor is about to open it, so that it opens at once. */
const usePrefetch = (id: string, path: string) => {
  const queries = useQueryClient()
  const { preload } = useCurrentPage()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const load = async () => {
    preload(path)
    const product = await queries.ensureQueryData(productQuery(id))
    const picture = product.pictures[0] ?? product.card.product_image
    if (picture) prefetchPicture(picture, 'look')
  }
  // It is asked for again when the product opens, and a failure is shown then.
  const prefetch = () => void load().catch(() => undefined)
  return {
    onFocus: prefetch,
    onPointerDown: prefetch,
    onPointerEnter: () => {
      waiting.current = setTimeout(prefetch, DWELL_MS)
    },
    onPointerLeave: () => clearTimeout(waiting.current),
  }
}

type ProductLinkProps = {
  id: string
  name: string
  className?: string | undefined
  children: ReactNode
}

/** Opens a product over the list, or on a phone as a page. */
export const ProductLink = ({ id, name, className, children }: ProductLinkProps) => {
  const path = paths.product.href(id, name)
  const over = useOverThisPage()
  const prefetch = usePrefetch(id, path)
  return (
    <Link className={className} to={path} {...over} {...prefetch}>
      {children}
    </Link>
  )
}

type SimilarLinksProps = {
  id: string
  name: string
  /** In a tab of its own, where leaving would lose what the page shows. */
  isApart?: boolean
}

/** One tap from any product to what looks like it, and to what looks like it and costs less. */
export const SimilarLinks = ({ id, name, isApart = false }: SimilarLinksProps) => {
  const target = isApart ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <p className={classNames('row wrap label quiet', styles.links)}>
      <Link to={paths.product.href(id, name, 'similar')} {...target}>
        {PRODUCT_TEXT.similar}
        <VisuallyHidden>
          : {PRODUCT_TEXT.similarTo(name)}
          {isApart && ' (opens in a new tab)'}
        </VisuallyHidden>
      </Link>
      <Link to={paths.product.href(id, name, 'cheaper')} {...target}>
        {PRODUCT_TEXT.cheaperShort}
        <VisuallyHidden>
          : {PRODUCT_TEXT.similarTo(name)}
          {isApart && ' (opens in a new tab)'}
        </VisuallyHidden>
      </Link>
    </p>
  )
}

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
