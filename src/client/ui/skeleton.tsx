import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

type SkeletonProps = {
  /** Height over width of what will come; without it the height of a line of text. */
  ratio?: number
  width?: string
  isRound?: boolean
}

/** The place of something that loads. The list it stands in says that it loads. */
export const Skeleton = ({ ratio, width = '100%', isRound = false }: SkeletonProps) => (
  <span
    className={classNames(styles.skeleton, isRound && styles.round)}
    style={{ width, ...(ratio ? { aspectRatio: String(1 / ratio) } : { height: '0.9em' }) }}
    aria-hidden="true"
  />
)
