import { Skeleton } from '#client/ui/skeleton.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './look-skeletons.module.css'

const PLACES = Array.from({ length: 8 }, (_, index) => index)

export const LookSkeletons = () => (
  <>
    <output>
      <VisuallyHidden>Loading images</VisuallyHidden>
    </output>
    <div className={styles.grid}>
      {PLACES.map((place) => (
        <div key={place} className={styles.place}>
          <Skeleton ratio={1.5} />
          <Skeleton width="60%" />
          <Skeleton width="90%" />
        </div>
      ))}
    </div>
  </>
)
