import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { favoriteFromRecord } from '#client/account/favorite.ts'
import { FavoriteHeart } from '#client/account/favorite-button.tsx'
import { ShopLink } from '#client/catalog/shop-link.tsx'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { Picture } from '#client/ui/picture.tsx'
import type { ProductRecord } from '#shared/contract/products.ts'
import { truncateProductName } from '#shared/domain/celebrity.ts'
import { isKnown } from '#shared/domain/known-text.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { paths } from '#shared/paths.ts'
import styles from './record-card.module.css'

const FRAME_RATIO = 5 / 4

type RecordCardProps = {
  record: ProductRecord
  isPriority: boolean
  /** Controls beside the heart. */
  children?: ReactNode
}

/** A product of one's own lists, whichever it came from. */
export const RecordCard = ({ record, isPriority, children }: RecordCardProps) => {
  const isMobile = useIsMobile()
  const picture = record.thumbnail ?? record.image_url ?? record.original_image_url ?? ''
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <Picture
          url={picture}
          alt=""
          width={null}
          height={null}
          frameRatio={FRAME_RATIO}
          shape="product"
          isPriority={isPriority}
        />
        <div className={styles.controls}>
          <FavoriteHeart favorite={favoriteFromRecord(record)} isRaised />
          {children}
        </div>
      </div>
      <div className={styles.words}>
        {isKnown(record.brand) && <p className={styles.quiet}>{record.brand}</p>}
        <h3 className={styles.name} title={record.title}>
          {truncateProductName(record.title, isMobile)}
        </h3>
        {isKnown(record.price) && (
          <p className={styles.price}>{displayPrice(record.price, record.currency)}</p>
        )}
        {isKnown(record.product_link) && (
          <ShopLink website={record.product_link} productName={record.title} />
        )}
        {record.celebrity_name && record.celebrity_image && (
          <p className={styles.quiet}>
            Seen on{' '}
            <Link to={paths.celebrityImage.href(record.celebrity_image)}>
              {record.celebrity_name}
            </Link>
          </p>
        )}
      </div>
    </article>
  )
}
