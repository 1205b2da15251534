import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

type SkeletonProps = {
  /** Height over width; a line of text by default. */
  ratio?: number
  width?: string
  isRound?: boolean
}

/** A placeholder. The list around it announces that it is loading. */
export const Skeleton = ({ ratio, width = '100%', isRound = false }: SkeletonProps) => (
  <span
    className={classNames(styles.skeleton, isRound && styles.round)}
    style={{ width, ...(ratio ? { aspectRatio: String(1 / ratio) } : { height: '0.9em' }) }}
    aria-hidden="true"
  />
)
