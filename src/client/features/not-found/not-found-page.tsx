import { FeedLink } from '#client/catalog/feed-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './not-found-page.module.css'

const NotFoundPage = () => {
  usePageTitle('Page not found')
  return (
    <div className={styles.page}>
      <p className={styles.number} aria-hidden="true">
        404
      </p>
      <h1>This page has gone out of style.</h1>
      <p className="quiet">The link may be broken, or the page may have been removed.</p>
      <div className={classNames('row wrap gap-3', styles.actions)}>
        <FeedLink isPrimary />
        <ButtonLink to={paths.home.href()}>{NAVIGATION_TEXT.home}</ButtonLink>
      </div>
    </div>
  )
}

export default NotFoundPage
