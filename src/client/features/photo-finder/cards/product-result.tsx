import { Button } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { ScanProduct } from '#shared/contract/scan.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import styles from './product-result.module.css'
import { SourceLink } from './source-link.tsx'

type ProductResultProps = {
  product: ScanProduct
  onUse: () => void
  onNotThis: () => void
}

/** One more product for a detection: may become the card's own, or be sent away for good. */
export const ProductResult = ({ product, onUse, onNotThis }: ProductResultProps) => {
  const picture = product.thumbnail ?? product.imageUrl
  return (
    <li className={styles.result}>
      {picture && (
        <Picture url={picture} alt="" width={null} height={null} shape="avatar" frameRatio={1.25} />
      )}
      <div className={styles.facts}>
        <p className={styles.title}>{product.title}</p>
        <p className={styles.line}>
          <span className={styles.price}>{displayPrice(product.price)}</span>
          <SourceLink seller={product.seller} productLink={product.productLink} />
        </p>
        <p className={styles.origin}>
          {product.sureness} · {FINDER_TEXT.fromSource(product.source)}
        </p>
        <p className={styles.actions}>
          <Button
            variant="quiet"
            onClick={onUse}
            aria-label={`${FINDER_TEXT.takeThis}: ${product.title}`}
          >
            {FINDER_TEXT.takeThis}
          </Button>
          <Button
            variant="quiet"
            onClick={onNotThis}
            aria-label={`${FINDER_TEXT.notThis}: ${product.title}`}
          >
            {FINDER_TEXT.notThis}
          </Button>
        </p>
      </div>
    </li>
  )
}
