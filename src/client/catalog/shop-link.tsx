import { Link } from 'react-router'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { LinkElsewhere } from '#shared/contract/catalog.ts'
import { demoShopOf, isHttpLink } from '#shared/domain/product-link.ts'
import { shownSeller } from '#shared/domain/seller.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './shop-link.module.css'

type ShopLinkProps = {
  website: string | null | undefined
  productName: string
  /** As a source names it. */
  seller?: string | null | undefined
  /** Of its page in the catalogue. */
  pageId?: string | undefined
}

/** Links of the demo would lead to domains that do not exist; our page in their place shows the product. */
export const shopHref = (website: string, pageId?: string): string => {
  const demoShop = demoShopOf(website)
  return demoShop === null ? website : paths.demoShop.href(demoShop, pageId)
}

/** Product links are shown only if they begin with http. */
export const ShopLink = ({ website, productName, seller, pageId }: ShopLinkProps) =>
  isHttpLink(website) && (
    <a
      className={styles.link}
      href={shopHref(website, pageId)}
      target="_blank"
      rel="noopener nofollow sponsored"
    >
      <span className={styles.shop}>{shownSeller({ seller, productLink: website })}</span>
      <VisuallyHidden>: {productName} (opens in a new tab)</VisuallyHidden>
      <Icon name="arrow-up-right" size={15} />
    </a>
  )

/** Shown near every list of shop links. */
export const CommissionNote = ({ className }: { className?: string | undefined }) => (
  <p className={classNames('quiet small', className)}>Links to shops may earn us a commission.</p>
)

type SearchElsewhereProps = {
  links: readonly LinkElsewhere[]
  heading: 'h2' | 'h4'
}

/** Other shops' own search with the same words. Nothing is sent until a visitor follows a link. */
export const SearchElsewhere = ({ links, heading: Heading }: SearchElsewhereProps) =>
  links.length > 0 && (
    <section className="stack gap-2" aria-label={PRODUCT_TEXT.elsewhere}>
      <Heading className="quiet-heading">{PRODUCT_TEXT.elsewhere}</Heading>
      <ul className="row wrap gap-2">
        {links.map(({ name, url }) => (
          <li key={name}>
            <a
              className="row gap-2 label chip"
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {name}
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              <Icon name="arrow-up-right" size={15} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )

/** For whoever thinks that a look or product must not be here. `about` is its address. */
export const ReportLink = ({ about }: { about: string }) => (
  <p className={classNames('quiet small', styles.report)}>
    <Link to={paths.report.href(about)}>Report</Link>
  </p>
)
