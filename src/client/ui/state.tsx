import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Spinner } from './icon.tsx'
import styles from './state.module.css'
import { UI_TEXT } from './ui-messages.ts'

type ErrorStateProps = {
  title: string
  message?: string
  onRetry: () => void
  isRetrying?: boolean
}

type QueryErrorProps = {
  /** Such as 'Couldn’t load your boards'. */
  title: string
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

export const QueryError = ({ title, query: { error, isFetching, refetch } }: QueryErrorProps) => (
  <ErrorState
    title={title}
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
      {UI_TEXT.tryAgain}
    </Button>
  </div>
)

type EmptyStateProps = {
  title: ReactNode
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

/** A list that is loaded page by page. */
export type PagedList = {
  isFetchingNextPage?: boolean
  hasNextPage?: boolean
  fetchNextPage?: () => unknown
}

type ShowMoreProps = { query: PagedList; className?: string | undefined }

/** The button at the end of a list that has more. */
export const ShowMore = ({ query, className }: ShowMoreProps) =>
  query.hasNextPage ? (
    <Button
      className={className}
      isBusy={query.isFetchingNextPage ?? false}
      onClick={() => query.fetchNextPage?.()}
    >
      {UI_TEXT.showMore}
    </Button>
  ) : null
