import { Link } from 'react-router'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'
import styles from './wordmark.module.css'

/** §2: the logo goes to the trending feed. */
export const Wordmark = () => (
  <Link
    className={styles.wordmark}
    to={paths.celebritySearchResult.href(FEED)}
    aria-label={`${PRODUCT_TITLE}: trending feed`}
  >
    {PRODUCT_TITLE}
    <span className={styles.stop} aria-hidden="true" />
  </Link>
)
