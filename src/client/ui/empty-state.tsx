import type { ReactNode } from 'react'
import styles from './state.module.css'

type EmptyStateProps = {
  title: string
  /** What to do next. */
  children?: ReactNode
  /** A link or button that does it. */
  action?: ReactNode
}

export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className={styles.state}>
    <p className={styles.title}>{title}</p>
    {children && <p className={styles.text}>{children}</p>}
    {action}
  </div>
)
