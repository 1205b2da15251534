import type { ReactNode } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Celebrity } from '#shared/contract/catalog.ts'
import styles from './celebrity-grid.module.css'

type CelebrityGridProps = {
  celebrities: readonly Celebrity[]
  isLoading: boolean
  /** The list's accessible name. */
  label: string
  renderCard: (celebrity: Celebrity, index: number) => ReactNode
}

const PLACEHOLDERS = Array.from({ length: 18 }, (_, index) => index)

export const CelebrityGrid = ({
  celebrities,
  isLoading,
  label,
  renderCard,
}: CelebrityGridProps) => (
  <div className={styles.container}>
    <ul className={styles.grid} aria-label={label} aria-busy={isLoading}>
      {celebrities.map((celebrity, index) => (
        <li key={celebrity.name}>{renderCard(celebrity, index)}</li>
      ))}
      {isLoading &&
        PLACEHOLDERS.map((place) => (
          <li key={place} className={styles.placeholder}>
            <Skeleton ratio={5 / 4} />
            <Skeleton width="70%" />
          </li>
        ))}
    </ul>
  </div>
)
