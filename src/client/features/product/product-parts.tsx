import { useQuery } from '@tanstack/react-query'
import { type ElementType, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { FavoriteButton, toFavorite } from '#client/account/favorite.tsx'
import { ProductAlert } from '#client/catalog/alerts/alert-button.tsx'
import { QuickAlert } from '#client/catalog/alerts/quick-alert.tsx'
import { addToBoard } from '#client/catalog/boards/boards.ts'
import { LookRow } from '#client/catalog/products/card-grid.tsx'
import {
  describeOfferState,
  describeStock,
  useCheckedAgo,
} from '#client/catalog/products/offer-state.ts'
import { OfferPrice } from '#client/catalog/products/price.tsx'
import { focusOnBox, choosePicture } from '#client/catalog/products/product-card.tsx'
import { ProductLink } from '#client/catalog/products/product-link.tsx'
import { createNearestQuery } from '#client/catalog/queries.ts'
import {
  AdMark,
  CommissionNote,
  createShopAnchor,
  ShopLink,
} from '#client/catalog/products/shop-link.tsx'
import { SWATCHES } from '#client/catalog/filters/swatches.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import { shareLink } from '#client/ui/share-link.ts'
import type { WornTile, Offer, ProductDetail } from '#shared/contract/catalog.ts'
import { isHttpLink, isSellerPhoto } from '#shared/domain/links.ts'
import {
  describeSize,
  getConditionLabel,
  getStock,
  isBuyable,
  listSizesElsewhere,
} from '#shared/domain/offer.ts'
import { formatPrice, parsePrice, showPrice } from '#shared/domain/price.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { DEMO_SHOP_TEXT } from '#shared/demo-shop-messages.ts'
import { PRODUCT_PAGE_TEXT } from '#shared/product-page-messages.ts'
import { SHARE_TEXT } from '#shared/product-messages.ts'
import styles from './product.module.css'
import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { WithVerbatim } from '#client/ui/with-verbatim.tsx'

const FRAME_RATIO = 5 / 4

/** The pictures of the product or, if it has none, the look in which it is worn. */
export const Gallery = ({ product: { card, pictures } }: { product: ProductDetail }) => {
  const [index, setIndex] = useState(0)
  const productPictures =
    pictures.length > 0 ? pictures : card.product_image ? [card.product_image] : []
  const shown = productPictures[index] ?? card.celebrity_image
  return (
    <div className={styles.gallery}>
      <Picture
        url={shown}
        alt={card.name}
        frameRatio={FRAME_RATIO}
        shape="look"
        isPriority
        {...(productPictures.length === 0 && card.box ? { focus: focusOnBox(card.box) } : {})}
      />
      {isSellerPhoto(shown) && <p className="quiet small">{DEMO_SHOP_TEXT.sellerPhoto}</p>}
      {productPictures.length > 1 && (
        <ul className="row wrap gap-2" aria-label={PRODUCT_PAGE_TEXT.pictures}>
          {productPictures.map((url, number) => (
            <li key={url}>
              <button
                type="button"
                className={classNames(styles.thumbnail, number === index && styles.chosen)}
                aria-label={
                  isSellerPhoto(url)
                    ? DEMO_SHOP_TEXT.sellerPhoto
                    : PRODUCT_PAGE_TEXT.picture(number + 1, productPictures.length)
                }
                aria-pressed={number === index}
                onClick={() => setIndex(number)}
              >
                <Picture url={url} frameRatio={1} shape="avatar" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const ViewAtShop = ({ offer, pageId }: { offer: Offer; pageId: string }) => {
  const { anchor, isAd } = createShopAnchor({ website: offer.url, pageId })
  const { href, ...rest } = anchor
  const shop = formatDisplaySeller({ seller: offer.shop, productLink: offer.url })
  return (
    // A sold-out product has other primary actions.
    <ButtonLink variant={isBuyable(offer) ? 'primary' : 'secondary'} to={href} {...rest}>
      {isAd && <AdMark />}
      <WithVerbatim text={PRODUCT_PAGE_TEXT.viewAt(shop)} parts={[shop]} />
      <span className="visually-hidden"> {UI_TEXT.opensInNewTab}</span>
    </ButtonLink>
  )
}

/** 'In stock', or how few are left. */
const describeLeft = (offer: Offer): string =>
  getStock(offer) === 'in-stock' && offer.terms?.left !== undefined
    ? PRODUCT_PAGE_TEXT.left(offer.terms.left)
    : describeStock(offer)

const describeShipping = ({ terms, currency }: Offer): string | false => {
  const shipping = terms?.shipping
  if (!shipping || currency === null) return false
  const price = shipping.amount > 0 ? formatPrice(shipping.amount, currency) : null
  if (shipping.to === null)
    return price === null ? PRODUCT_PAGE_TEXT.freeShipping : PRODUCT_PAGE_TEXT.shipping(price)
  const country =
    new Intl.DisplayNames(LOCALE_TEXT.locale, { type: 'region' }).of(shipping.to) ?? shipping.to
  return price === null
    ? PRODUCT_PAGE_TEXT.freeShippingTo(country)
    : PRODUCT_PAGE_TEXT.shippingTo(price, country)
}

const OfferFacts = ({ offer }: { offer: Offer }) => {
  const state = describeOfferState(offer)
  const { condition, sizes, checkedAt } = offer
  const facts = [
    !state && describeLeft(offer),
    describeShipping(offer),
    condition && getConditionLabel(condition),
    sizes.length > 0 && PRODUCT_PAGE_TEXT.sizes(sizes.map(describeSize)),
    useCheckedAgo()(checkedAt),
  ]
  return (
    <>
      {state && <p className={styles.state}>{state}</p>}
      {/* Browsers may name a country otherwise than the server. */}
      <p className="quiet" suppressHydrationWarning>
        {facts.filter(Boolean).join(' · ')}
      </p>
    </>
  )
}

type ProductHeadProps = {
  product: ProductDetail
  /** The heading element, which in a dialog also names it. */
  Heading?: ElementType<{ className?: string | undefined; children: ReactNode }>
}

export const ProductHead = ({ product, Heading = 'h1' }: ProductHeadProps) => {
  const { card, offers } = product
  const [best] = offers
  const isSoldOut = best !== undefined && !isBuyable(best)
  // Comes first where the product cannot be bought.
  const alert = <ProductAlert key={product.id} product={product} />
  const sizesElsewhere = listSizesElsewhere(offers)
  return (
    <header className={styles.head}>
      {card.brand && (
        <p className="quiet">
          <Name>{card.brand}</Name>
        </p>
      )}
      <Heading className={styles.name}>
        <Verbatim>{card.name}</Verbatim>
      </Heading>
      {best ? (
        <p className={styles.headPrice}>
          <OfferPrice offer={best} /> <QuickAlert key={product.id} product={product} />
        </p>
      ) : (
        card.price !== '' && <p className={styles.headPrice}>{showPrice(card.price)}</p>
      )}
      {best && <OfferFacts offer={best} />}
      {sizesElsewhere.length > 0 && (
        <p className="quiet">
          {PRODUCT_PAGE_TEXT.sizesElsewhere(sizesElsewhere.map(describeSize))}
        </p>
      )}
      <div className={styles.actions}>
        {isSoldOut && alert}
        {best && isHttpLink(best.url) && <ViewAtShop offer={best} pageId={product.id} />}
        {!isSoldOut && alert}
        <FavoriteButton favorite={toFavorite(card)} />
        <Button variant="quiet" onClick={() => addToBoard({ product: product.id })}>
          {BOARD_TEXT.add}
        </Button>
        <Button
          variant="quiet"
          onClick={() => void shareLink(card.name, paths.product.href(product.id, card.name))}
        >
          {SHARE_TEXT.share}
        </Button>
      </div>
      <CommissionNote />
    </header>
  )
}

/** The same product in other colours. */
export const Colors = ({ product: { id, colours } }: { product: ProductDetail }) => {
  const current = colours.find((product) => product.id === id)
  if (colours.length < 2) return null
  return (
    <nav className="stack gap-1" aria-label={PRODUCT_PAGE_TEXT.colours}>
      <p className="quiet small">
        {PRODUCT_PAGE_TEXT.colour}
        {current && `: ${current.colour}`}
      </p>
      <ul className="row wrap">
        {colours.map(({ id: other, name, colour, family, picture }) => (
          <li key={other}>
            <Link
              className={classNames(styles.swatch, other === id && styles.chosen)}
              to={paths.product.href(other, name)}
              replace
              title={colour}
              aria-label={colour}
              aria-current={other === id ? 'page' : undefined}
            >
              {family !== null && SWATCHES[family] ? (
                <span style={{ background: SWATCHES[family] }} />
              ) : (
                <Picture url={picture ?? ''} frameRatio={1} shape="avatar" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const NO_PRICE = { amount: null, currency: null }

/** For a sold-out product: the most similar product that can be bought. */
export const Nearest = ({ product }: { product: ProductDetail }) => {
  const [best] = product.offers
  const isSoldOut = best !== undefined && !isBuyable(best)
  const { data } = useQuery({ ...createNearestQuery(product.id), enabled: isSoldOut })
  const nearest = data?.product
  if (!isSoldOut || !nearest) return null
  return (
    <aside className={styles.nearest} aria-label={PRODUCT_PAGE_TEXT.nearest}>
      <div>
        <Picture {...choosePicture(nearest)} frameRatio={FRAME_RATIO} shape="avatar" />
      </div>
      <div className="stack gap-1">
        <p className="quiet small">{PRODUCT_PAGE_TEXT.nearest}</p>
        <ProductLink className={styles.open} id={nearest.id} name={nearest.name}>
          <Verbatim>{nearest.name}</Verbatim>
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

/** A comparison of sellers: first those with stock, then by price. */
export const Sellers = ({ product: { id, offers } }: { product: ProductDetail }) => {
  const checkedAgo = useCheckedAgo()
  if (offers.length < 2) return null
  return (
    <section className={styles.section} aria-labelledby="sellers">
      <h2 className={styles.subheading} id="sellers">
        {PRODUCT_PAGE_TEXT.sellers}
      </h2>
      <ul>
        {offers.map((offer) => (
          <li key={`${offer.shop} ${offer.url}`} className={styles.seller}>
            <ShopLink
              website={offer.url}
              productName={offer.price}
              seller={offer.shop}
              pageId={id}
            />
            <span className={styles.sellersPrice}>
              <OfferPrice offer={offer} />
            </span>
            <span className="quiet small" suppressHydrationWarning>
              {[
                describeLeft(offer),
                describeShipping(offer),
                PRODUCT_PAGE_TEXT.sizeList(offer.sizes.map(describeSize)),
                checkedAgo(offer.checkedAt),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const WornIn = ({ tiles }: { tiles: readonly WornTile[] }) =>
  tiles.length > 0 && (
    <section className={styles.section} aria-labelledby="worn-in">
      <h2 id="worn-in">{PRODUCT_PAGE_TEXT.wornBy}</h2>
      <LookRow looks={tiles} caption="person" />
    </section>
  )
