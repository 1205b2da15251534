import type { ReactNode } from 'react'
import styles from './state.module.css'

type EmptyStateProps = {
  title: string
  /** Fills the page, so its title is the page's h1. */
  isPage?: boolean
  children?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ title, isPage = false, children, action }: EmptyStateProps) => (
  <div className={styles.state}>
    {isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
    {children && <p className={styles.text}>{children}</p>}
    {action}
  </div>
)
