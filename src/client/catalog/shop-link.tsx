import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { demoShopOf, isHttpLink } from '#shared/domain/product-link.ts'
import { shownSeller } from '#shared/domain/seller.ts'
import { paths } from '#shared/paths.ts'
import styles from './shop-link.module.css'

type ShopLinkProps = {
  website: string | null | undefined
  productName: string
  /** Named by its host where it is not known. */
  seller?: string | undefined
}

/** Links of the demo would lead to domains that do not exist. */
export const shopHref = (website: string): string => {
  const demoShop = demoShopOf(website)
  return demoShop === null ? website : paths.demoShop.href(demoShop)
}

/** §5: product links are shown only if they begin with http. */
export const ShopLink = ({ website, productName, seller }: ShopLinkProps) =>
  isHttpLink(website) && (
    <a
      className={styles.link}
      href={shopHref(website)}
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
