import { classNames } from './class-names.ts'
import { Spinner } from './icon.tsx'
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

/** Over the whole page while authentication is checked or a route loads. */
export const FullPageSpinner = ({ message }: { message: string }) => (
  <output className={styles.overlay}>
    <Spinner size={36} />
    <p className="quiet label">{message}</p>
  </output>
)
