import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FavoriteButton, toFavorite } from '#client/account/favorite.tsx'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { ByWidth } from '#client/ui/by-width.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { MenuItem } from '#client/ui/menu-popup.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { CatalogProduct, ImageTile, WornBox } from '#shared/contract/catalog.ts'
import { truncateProductName } from '#shared/domain/celebrity.ts'
import { isSimilarItem } from '#shared/domain/claim.ts'
import { describeAdvertising } from '#shared/domain/disclosure.ts'
import type { Favorite } from '#shared/domain/favorite-record.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { addToBoard } from '#client/catalog/boards/boards.ts'
import { ColorSwatches } from './color-swatches.tsx'
import { describeOfferState } from './offer-state.ts'
import { Price } from './price.tsx'
import styles from './product-card.module.css'
import { ProductLink } from './product-link.tsx'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { createShopAnchor, ShopLink } from './shop-link.tsx'
import { CLAIM_TEXT } from '#shared/look-messages.ts'

/** For links on pages whose contents would be lost by leaving them. */
export const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

const toPercent = (fraction: number) => `${Math.round(Math.min(1, Math.max(0, fraction)) * 100)}%`

/** The `object-position` that keeps the middle of a box in view when the picture is cropped. */
export const focusOnBox = ({ x, y, width, height }: WornBox): string =>
  `${toPercent(x + width / 2)} ${toPercent(y + height / 2)}`

/** The picture of the product, or the look in which it is worn. */
export const choosePicture = ({ product_image, celebrity_image, box }: CatalogProduct) => ({
  url: product_image ?? celebrity_image,
  ...(product_image === null && box ? { focus: focusOnBox(box) } : {}),
})

type Text = string | null | undefined

/** The fields of a product that its card shows, whether it comes from the catalogue or a scan. */
export type CardProduct = {
  name: string
  picture: { url: string; focus?: string }
  price: Text
  currency?: string | undefined
  website: Text
  seller?: Text
  /** The person who wears it. */
  person?: string
  /** The id of its page in the catalogue, which the whole card opens; absent if it has none. */
  pageId?: string | undefined
  favorite: Favorite
  /** Its colours, if it comes in several. */
  colours?: CatalogProduct['colours']
  /** A few words on the picture, such as 'Sold out'. */
  tag?: string | null
}

export const toCardProduct = (product: CatalogProduct): CardProduct => ({
  name: product.name,
  picture: choosePicture(product),
  price: product.price,
  website: product.website,
  seller: product.shop,
  person: product.celebrity_name,
  pageId: product.id,
  ...(product.colours && { colours: product.colours }),
  favorite: toFavorite(product),
  tag:
    [isSimilarItem(product) ? CLAIM_TEXT.similarItem : null, describeOfferState(product)]
      .filter((text) => text !== null)
      .join(' · ') || null,
})

/** The menu item that leads to the look; on the person's own page it does not repeat their name. */
export const createLookAction = (product: CatalogProduct, isPersonKnown = false): MenuItem[] => {
  const { id, celebrity_image: look, celebrity_name: person } = product
  if (look === '') return []
  const label =
    isPersonKnown || isSimilarItem(product)
      ? PRODUCT_TEXT.seeLook
      : PRODUCT_TEXT.wornByPerson(person)
  return [{ label, to: paths.celebrityImage.href(look, id) }]
}

const NO_ACTIONS: readonly MenuItem[] = []

type ProductCardProps = {
  product: CardProduct
  /** The items with which the card's menu begins. */
  actions?: readonly MenuItem[]
  isPriority?: boolean
  /** Highlighted together with its dot on the picture. */
  isLit?: boolean
  /** Opens other pages in new tabs, because leaving this page would lose what it shows. */
  isApart?: boolean
  /** One of several in a narrow row, without menu, and without a heart of its own. */
  isSmall?: boolean
  /** Replaces its heart. */
  heart?: ReactNode
  heading?: 'h2' | 'h3'
}

const CardBody = ({
  product,
  actions,
  isPriority,
  isApart,
  isSmall,
  heart,
  heading: Heading,
}: Required<Omit<ProductCardProps, 'isLit'>>) => {
  const { name, picture, price, currency, website, seller, person, pageId, favorite } = product
  const { colours, tag } = product
  const title = (
    <ByWidth
      textFor={(isMobile) => truncateProductName(name, isMobile)}
      render={(text) => <Verbatim short={text}>{name}</Verbatim>}
    />
  )
  const target = isApart ? NEW_TAB : {}
  const similar: MenuItem[] =
    pageId === undefined
      ? []
      : [
          { label: BOARD_TEXT.add, onSelect: () => addToBoard({ product: pageId }) },
          { label: PRODUCT_TEXT.similar, to: paths.product.href(pageId, name, 'similar'), target },
          { label: PRODUCT_TEXT.cheaper, to: paths.product.href(pageId, name, 'cheaper'), target },
        ]
  const items = isSmall ? NO_ACTIONS : [...actions, ...similar]
  return (
    <>
      <div className={styles.picture}>
        <Picture {...picture} frameRatio={5 / 4} shape="product" isPriority={isPriority} />
        {tag && <p className={classNames('small', styles.tag)}>{tag}</p>}
        {(heart || !isSmall) && (
          <div className={styles.heart}>{heart ?? <FavoriteButton favorite={favorite} />}</div>
        )}
      </div>
      <div className={styles.words}>
        <Heading className={styles.name}>
          {pageId === undefined ? (
            title
          ) : (
            <ProductLink className={styles.open} id={pageId} name={name} isApart={isApart}>
              {title}
            </ProductLink>
          )}
        </Heading>
        <p className={styles.offer}>
          <Price price={price} currency={currency} />
          <ShopLink
            website={website}
            productName={name}
            seller={seller}
            pageId={pageId}
            person={person}
          />
        </p>
        {pageId !== undefined && colours && !isSmall && (
          <ColorSwatches {...{ pageId, name, colours, isApart }} />
        )}
        {items.length > 0 && (
          <Menu label={PRODUCT_TEXT.more(name)} className={styles.more} items={items}>
            <Icon name="more" size={22} />
          </Menu>
        )}
      </div>
    </>
  )
}

/** A product in any list: picture, title, price and shop; everything else is in a menu. */
export const ProductCard = ({
  product,
  actions = NO_ACTIONS,
  isPriority = false,
  isLit = false,
  isApart = false,
  isSmall = false,
  heart = null,
  heading = 'h2',
}: ProductCardProps) => {
  // The server does not know the visitor and renders every heart empty, and menus closed.
  const { favorite: _, ...facts } = product
  const { website, pageId, person } = facts
  const anchor = website && createShopAnchor({ website, pageId, person })
  return (
    <article
      className={classNames('stack', styles.card, isLit && styles.lit, isSmall && styles.small)}
    >
      <KeptMarkup
        cacheKey={['card', facts, anchor, actions.length, isPriority, isApart, isSmall, heading]}
      >
        <CardBody {...{ product, actions, isPriority, isApart, isSmall, heart, heading }} />
      </KeptMarkup>
    </article>
  )
}

type LookCardProps = {
  look: ImageTile
  /** On the person's own page, the card shows the name of the look instead of theirs. */
  isPersonKnown?: boolean
  isPriority?: boolean
}

/** On the picture of a look in a list. Nothing if its publisher got nothing for it. */
export const AdvertisingTag = ({ look: { disclosures } }: Pick<LookCardProps, 'look'>) => {
  const text = describeAdvertising(disclosures)
  return text && <span className={classNames('small', styles.tag)}>{text}</span>
}

/** A look in a grid of cards. */
export const LookCard = ({ look, isPersonKnown = false, isPriority = false }: LookCardProps) => (
  <article className={classNames('stack', styles.look)}>
    <div className={styles.picture}>
      <Picture
        url={look.image}
        color={look.color}
        frameRatio={5 / 4}
        shape="product"
        focus="50% 20%"
        isPriority={isPriority}
      />
      <AdvertisingTag look={look} />
    </div>
    <h2 className={styles.name}>
      <Link className={styles.open} to={paths.celebrityImage.href(look.image)}>
        {isPersonKnown ? <Verbatim>{look.name}</Verbatim> : <Name>{look.celebrity_name}</Name>}
      </Link>
    </h2>
    <p className="quiet small">{RESULTS_TEXT.itemsFound(look.number_of_products)}</p>
  </article>
)
