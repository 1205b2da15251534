import type { ReactNode } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/state.tsx'
import styles from './card-grid.module.css'

/** Height over width of the pictures. */
const SKELETON_RATIOS = { celebrities: 5 / 4, products: 5 / 4, looks: 3 / 2 } as const

type CardGridProps<Item> = {
  kind: keyof typeof SKELETON_RATIOS
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
    <ul className={classNames('stack', styles[kind])} aria-label={label} aria-busy={isLoading}>
      {items.map((item, index) => (
        <li key={item.id ?? item.name}>{renderCard(item, index)}</li>
      ))}
      {isLoading &&
        PLACEHOLDERS.map((index) => (
          <li key={index} className="stack gap-3">
            <Skeleton ratio={SKELETON_RATIOS[kind]} />
            <Skeleton width="70%" />
          </li>
        ))}
    </ul>
  </div>
)
