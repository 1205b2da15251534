import { FeedLink } from '#client/catalog/feed-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './not-found-page.module.css'
import { NOT_FOUND_TEXT } from './not-found-messages.ts'

const NotFoundPage = () => {
  usePageTitle(NOT_FOUND_TEXT.title)
  return (
    <div className={styles.page}>
      <p className={styles.number} aria-hidden="true">
        404
      </p>
      <h1>{NOT_FOUND_TEXT.heading}</h1>
      <p className="quiet">{NOT_FOUND_TEXT.hint}</p>
      <div className={classNames('row wrap gap-3', styles.actions)}>
        <FeedLink isPrimary />
        <ButtonLink to={paths.home.href()}>{NAVIGATION_TEXT.home}</ButtonLink>
      </div>
    </div>
  )
}

export default NotFoundPage
