import { Button } from './button.tsx'
import styles from './state.module.css'

type ErrorStateProps = {
  /** What happened. */
  title: string
  message?: string
  onRetry: () => void
  isRetrying?: boolean
}

export const ErrorState = ({ title, message, onRetry, isRetrying = false }: ErrorStateProps) => (
  <div className={styles.state} role="alert">
    <p className={styles.title}>{title}</p>
    {message && <p className={styles.text}>{message}</p>}
    <Button icon="refresh" isBusy={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  </div>
)
