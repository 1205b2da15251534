import { ProductTile } from '#client/catalog/product-tile.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import type { ScanProduct } from '#shared/contract/scan.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import styles from './product-results.module.css'

type ProductResultsProps = {
  label: string
  products: readonly ScanProduct[]
  onUse: (product: ScanProduct) => void
  onNotThis: (product: ScanProduct) => void
}

/** Further products for a detection. One can replace the card's own; a wrong one is dismissed. */
export const ProductResults = ({ label, products, onUse, onNotThis }: ProductResultsProps) => (
  <ul className={styles.results} aria-label={label}>
    {products.map((product) => (
      <li key={product.id}>
        <ProductTile
          picture={
            <Picture
              url={product.imageUrl ?? product.thumbnail ?? ''}
              shape="product"
              frameRatio={1.25}
            />
          }
          name={product.title}
          price={product.price}
          website={product.productLink}
          seller={product.seller}
          heading="h3"
        >
          <p className={classNames('quiet small', styles.origin)}>
            {product.sureness} · {FINDER_TEXT.fromSource(product.source)}
          </p>
          <p className={classNames('row wrap', styles.actions)}>
            <Button
              variant="quiet"
              aria-label={`${FINDER_TEXT.takeThis}: ${product.title}`}
              onClick={() => onUse(product)}
            >
              {FINDER_TEXT.takeThis}
            </Button>
            <Button
              variant="quiet"
              aria-label={`${FINDER_TEXT.notThis}: ${product.title}`}
              onClick={() => onNotThis(product)}
            >
              {FINDER_TEXT.notThis}
            </Button>
          </p>
        </ProductTile>
      </li>
    ))}
  </ul>
)
