import { CelebrityChoice } from '#client/catalog/celebrity-card.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { classNames } from '#client/ui/class-names.ts'
import styles from './celebrity-row.module.css'

type CelebrityRowProps = {
  celebrities: readonly { name: string; image: string }[]
  isLoading: boolean
  labelledBy: string
}

const IN_FIRST_VIEW = 5
const PLACEHOLDERS = Array.from({ length: 7 }, (_, index) => index)

export const CelebrityRow = ({ celebrities, isLoading, labelledBy }: CelebrityRowProps) => {
  if (!isLoading && celebrities.length === 0)
    return (
      <EmptyState title="The catalogue is empty.">
        Import a catalogue to see its celebrities here.
      </EmptyState>
    )
  return (
    <ul className={styles.row} aria-labelledby={labelledBy} aria-busy={isLoading}>
      {isLoading &&
        PLACEHOLDERS.map((place) => (
          <li key={place} className={classNames('stack gap-2', styles.place)}>
            <Skeleton ratio={5 / 4} />
            <Skeleton width="70%" />
          </li>
        ))}
      {celebrities.map((celebrity, index) => (
        <li key={celebrity.name} className={classNames('stack gap-2', styles.place)}>
          <CelebrityChoice
            celebrity={celebrity}
            shape="portrait"
            isPriority={index < IN_FIRST_VIEW}
            pictureClassName={styles.picture}
          />
        </li>
      ))}
    </ul>
  )
}
