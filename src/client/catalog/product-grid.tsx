import type { ReactNode } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import styles from './product-grid.module.css'

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index)

type ProductGridProps = {
  products: readonly CatalogProduct[]
  isLoading?: boolean
  /** The list's accessible name. */
  label: string
  renderCard: (product: CatalogProduct, index: number) => ReactNode
}

export const ProductGrid = ({
  products,
  isLoading = false,
  label,
  renderCard,
}: ProductGridProps) => (
  <div className={styles.container}>
    <ul className={styles.grid} aria-label={label} aria-busy={isLoading}>
      {products.map((product, index) => (
        <li key={product.id}>{renderCard(product, index)}</li>
      ))}
      {isLoading &&
        PLACEHOLDERS.map((place) => (
          <li key={place} className={styles.placeholder}>
            <Skeleton ratio={5 / 4} />
            <Skeleton width="80%" />
            <Skeleton width="40%" />
          </li>
        ))}
    </ul>
  </div>
)
