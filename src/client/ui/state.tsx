import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './state.module.css'

type ErrorStateProps = {
  title: string
  message?: string
  onRetry: () => void
  isRetrying?: boolean
}

type QueryErrorProps = {
  /** What could not be loaded, such as 'your boards'. */
  what: string
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

export const QueryError = ({ what, query: { error, isFetching, refetch } }: QueryErrorProps) => (
  <ErrorState
    title={`Couldn’t load ${what}`}
    message={error?.message ?? ''}
    isRetrying={isFetching}
    onRetry={() => void refetch()}
  />
)

export const ErrorState = ({ title, message, onRetry, isRetrying = false }: ErrorStateProps) => (
  <div className={classNames('stack gap-4', styles.state)} role="alert">
    <p className={styles.title}>{title}</p>
    {message && <p className="quiet">{message}</p>}
    <Button icon="refresh" isBusy={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  </div>
)

type EmptyStateProps = {
  title: string
  /** Fills the page, so its title is the page's h1. */
  isPage?: boolean
  children?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ title, isPage = false, children, action }: EmptyStateProps) => (
  <div className={classNames('stack gap-4', styles.state)}>
    {isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
    {children && <p className="quiet">{children}</p>}
    {action}
  </div>
)
