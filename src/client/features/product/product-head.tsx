import type { ElementType } from 'react'
import { favoriteFromCatalog } from '#client/account/favorite.ts'
import { FavoriteButton } from '#client/account/favorite-button.tsx'
import { OfferPrice } from '#client/catalog/offer-price.tsx'
import { copyText } from '#client/catalog/copy-text.ts'
import { CommissionNote, shopHref } from '#client/catalog/shop-link.tsx'
import { toast } from '#client/ui/toast.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Offer, ProductDetail } from '#shared/contract/catalog.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { shownSeller } from '#shared/domain/seller.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { offerState } from '#client/catalog/offer-state.ts'
import { useCheckedAgo } from '#client/catalog/use-checked-ago.ts'
import styles from './product-head.module.css'

const CONDITIONS: Readonly<Record<NonNullable<Offer['condition']>, string>> = {
  new: 'New',
  refurbished: 'Refurbished',
  used: 'Second-hand',
}

const share = async ({ id, card }: ProductDetail) => {
  const url = location.origin + paths.product.href(id, card.name)
  if (typeof navigator.share === 'function') {
    // Closing the browser's own dialog is no failure.
    await navigator.share({ title: card.name, url }).catch(() => undefined)
    return
  }
  if (await copyText(url)) toast.show('Link copied', { kind: 'success' })
  else toast.show('The link could not be copied', { kind: 'error' })
}

type ProductHeadProps = {
  product: ProductDetail
  /** The heading element, which in a dialog also names it. */
  Heading?: ElementType<{ className?: string | undefined; children: string }>
}

export const ProductHead = ({ product, Heading = 'h1' }: ProductHeadProps) => {
  const { card, offers } = product
  const [best] = offers
  const state = best && offerState(best)
  const sizes = best?.sizes ?? []
  const checked = useCheckedAgo()(best?.checkedAt)
  return (
    <header className={styles.head}>
      {card.brand && <p className={styles.brand}>{card.brand}</p>}
      <Heading className={styles.name}>{card.name}</Heading>
      {best ? (
        <p className={styles.price}>
          <OfferPrice offer={best} />
        </p>
      ) : (
        card.price !== '' && <p className={styles.price}>{card.price}</p>
      )}
      {state && <p className={styles.state}>{state}</p>}
      <p className={styles.traits}>
        {[
          best?.condition && CONDITIONS[best.condition],
          sizes.length > 0 && `Sizes: ${sizes.join(', ')}`,
          checked,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={styles.actions}>
        {best && isHttpLink(best.url) && (
          <ButtonLink
            // What can be bought instead comes first.
            variant={isBuyable(best) ? 'primary' : 'secondary'}
            to={shopHref(best.url)}
            target="_blank"
            rel="noopener nofollow sponsored"
          >
            {PRODUCT_TEXT.viewAt(shownSeller({ seller: best.shop, productLink: best.url }))}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </ButtonLink>
        )}
        <FavoriteButton favorite={favoriteFromCatalog(card)} />
        <Button variant="quiet" onClick={() => void share(product)}>
          Share
        </Button>
      </div>
      <CommissionNote />
    </header>
  )
}
