import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { sendBeacon } from '#client/lib/api.ts'
import { getAffiliateRules } from '#client/lib/initial-data.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { LinkElsewhere } from '#shared/contract/catalog.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { buildOutgoingLink } from '#shared/domain/outgoing-link.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { paths } from '#shared/paths.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import styles from './shop-link.module.css'
import { SHOP_LINK_TEXT } from './shop-link-messages.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { Name } from '#client/ui/name.tsx'

type ShopLinkTarget = {
  website: string
  /** The id of the product's page in the catalogue. */
  pageId?: string | undefined
  /** The person who wears it: some affiliate rules apply only to their links. */
  person?: string | null | undefined
}

/** Counts a click of a person; a script can click too. */
const countClick = (pageId: string | undefined, { nativeEvent }: MouseEvent) => {
  if (pageId === undefined || !nativeEvent.isTrusted) return
  sendBeacon('/api/clicks', { product: pageId })
}

/** The attributes of a link to a shop, and whether it is labelled 'Ad'. */
export const createShopAnchor = ({ website, pageId, person }: ShopLinkTarget) => {
  const { isAd, ...link } = buildOutgoingLink(website, {
    rules: getAffiliateRules(),
    person,
    pageId,
  })
  const count = (event: MouseEvent) => countClick(pageId, event)
  // The middle button opens the link as well.
  const anchor = { ...link, target: '_blank', onClick: count, onAuxClick: count } as const
  return { anchor, isAd }
}

/** Marks an ad, before the name of the shop. */
export const AdMark = () => (
  <>
    <span className={styles.ad}>{PRODUCT_TEXT.ad}</span>{' '}
  </>
)

type ShopLinkProps = {
  website: string | null | undefined
  productName: string
  /** The name of the seller as its source states it. */
  seller?: string | null | undefined
} & Omit<ShopLinkTarget, 'website'>

/** Product links are shown only if they begin with http. */
export const ShopLink = ({ website, productName, seller, ...target }: ShopLinkProps) => {
  if (!isHttpLink(website)) return null
  const { anchor, isAd } = createShopAnchor({ website, ...target })
  return (
    <a className={styles.link} {...anchor}>
      {isAd && <AdMark />}
      <span className="one-line">
        <Name>{formatDisplaySeller({ seller, productLink: website })}</Name>
      </span>
      <span className="visually-hidden">{SHOP_LINK_TEXT.productInNewTab(productName)}</span>
      <Icon name="arrow-up-right" size={15} />
    </a>
  )
}

/** A notice that some links earn a commission, if the site has any affiliate rules. */
export const CommissionNote = ({ className }: { className?: string | undefined }) =>
  getAffiliateRules().length > 0 && (
    <p className={classNames('quiet small', className)}>{PRODUCT_TEXT.commission}</p>
  )

type SearchElsewhereProps = {
  links: readonly LinkElsewhere[]
  heading: 'h2' | 'h4'
}

const ElsewhereLink = ({ name, url }: LinkElsewhere) => {
  const { href, rel, isAd } = buildOutgoingLink(url, { rules: getAffiliateRules() })
  return (
    <a className="row gap-2 label chip" href={href} target="_blank" rel={`${rel} noreferrer`}>
      {isAd && <AdMark />}
      <Name>{name}</Name>
      <span className="visually-hidden"> {UI_TEXT.opensInNewTab}</span>
      <Icon name="arrow-up-right" size={15} />
    </a>
  )
}

/** Links that search other shops for the same words. Nothing is sent until a visitor follows one. */
export const SearchElsewhere = ({ links, heading: Heading }: SearchElsewhereProps) =>
  links.length > 0 && (
    <section className="stack gap-2" aria-label={PRODUCT_TEXT.elsewhere}>
      <Heading className="quiet-heading">{PRODUCT_TEXT.elsewhere}</Heading>
      <ul className="row wrap gap-2">
        {links.map((link) => (
          <li key={link.name}>
            <ElsewhereLink {...link} />
          </li>
        ))}
      </ul>
    </section>
  )

/** A link to report a look or product; `about` is its address. */
export const ReportLink = ({ about }: { about: string }) => (
  <p className={classNames('quiet small', styles.report)}>
    <Link to={paths.report.href(about)}>{SHOP_LINK_TEXT.report}</Link>
  </p>
)
