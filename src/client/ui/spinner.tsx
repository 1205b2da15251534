import styles from './spinner.module.css'

/** Decorative; nearby text says what is loading. */
export const Spinner = ({ size = 24 }: { size?: number }) => (
  <svg
    className={styles.spinner}
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    aria-hidden="true"
  >
    <circle className={styles.track} cx="12" cy="12" r="10" />
    <path className={styles.head} d="M12 2a10 10 0 0 1 10 10" />
  </svg>
)
