import styles from './full-page-spinner.module.css'
import { Spinner } from './spinner.tsx'

/** §2: over the whole page while authentication is checked or a route loads. */
export const FullPageSpinner = ({ message }: { message: string }) => (
  <output className={styles.overlay}>
    <Spinner size={36} />
    <p className="quiet label">{message}</p>
  </output>
)
