import { Icon } from '#client/ui/icon.tsx'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { shownSeller } from '#shared/domain/seller.ts'
import styles from './detection-card.module.css'

type SourceLinkProps = { seller?: string | undefined; productLink?: string | undefined }

/** §5: shown only if it begins with http; named by the seller or the host. */
export const SourceLink = ({ seller, productLink }: SourceLinkProps) =>
  isHttpLink(productLink) ? (
    <a
      className={styles.source}
      href={productLink}
      target="_blank"
      rel="noopener nofollow sponsored"
    >
      {shownSeller({ seller, productLink })}
      <Icon name="arrow-up-right" size={14} />
    </a>
  ) : null
