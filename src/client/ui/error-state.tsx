import { Button } from './button.tsx'
import styles from './state.module.css'

type ErrorStateProps = {
  title: string
  message?: string
  onRetry: () => void
  isRetrying?: boolean
}

type QueryErrorProps = {
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
  <div className={styles.state} role="alert">
    <p className={styles.title}>{title}</p>
    {message && <p className={styles.text}>{message}</p>}
    <Button icon="refresh" isBusy={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  </div>
)
