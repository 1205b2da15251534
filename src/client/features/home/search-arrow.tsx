import { Link } from 'react-router'
import { selectedCount, useSelection } from '#client/catalog/selection.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ALL_CELEBRITIES_TEXT, HOME_TEXT, NAVIGATION_TEXT } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './search-arrow.module.css'

/** Without a selection, the arrow leads to the feed. */
export const SearchArrow = () => {
  const selection = useSelection((state) => state.selection)
  const count = selectedCount(selection)
  const words = count
    ? `${ALL_CELEBRITIES_TEXT.searchProducts} (${count})`
    : NAVIGATION_TEXT.trendingFeed
  return (
    <div className={classNames('row wrap between', styles.actions)}>
      <Link
        className={styles.arrow}
        to={paths.celebritySearchResult.href(count ? selection : FEED)}
      >
        <span className={styles.words}>{words}</span>
        <span className={styles.disc}>
          <Icon name="arrow-right" size={24} />
        </span>
      </Link>
      <ButtonLink variant="quiet" to={paths.allCelebrities.href()}>
        {HOME_TEXT.viewAllCelebrities}
      </ButtonLink>
    </div>
  )
}
