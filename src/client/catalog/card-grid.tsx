import type { ReactNode } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import styles from './card-grid.module.css'

type CardGridProps<Item> = {
  kind: 'celebrities' | 'products'
  items: readonly Item[]
  isLoading?: boolean
  label: string
  renderCard: (item: Item, index: number) => ReactNode
}

const PLACEHOLDERS = Array.from({ length: 12 }, (_, index) => index)

/** Cards in columns; only products have an id, celebrities are known by their names. */
export const CardGrid = <Item extends { id?: string; name: string }>({
  kind,
  items,
  isLoading = false,
  label,
  renderCard,
}: CardGridProps<Item>) => (
  <div className={styles.container}>
    <ul className={classNames(styles.grid, styles[kind])} aria-label={label} aria-busy={isLoading}>
      {items.map((item, index) => (
        <li key={item.id ?? item.name}>{renderCard(item, index)}</li>
      ))}
      {isLoading &&
        PLACEHOLDERS.map((index) => (
          <li key={index} className={styles.placeholder}>
            <Skeleton ratio={5 / 4} />
            <Skeleton width="70%" />
          </li>
        ))}
    </ul>
  </div>
)
