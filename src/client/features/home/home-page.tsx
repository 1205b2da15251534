import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { CelebrityChoice, selectedCount, useSelection } from '#client/catalog/celebrity-card.tsx'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { callQuery } from '#client/lib/query.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { EmptyState, QueryError, Skeleton } from '#client/ui/state.tsx'
import { ALL_CELEBRITIES_TEXT, HOME_TEXT, NAVIGATION_TEXT } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'
import { Example } from './example.tsx'
import styles from './home.module.css'
import { PhotoEntry } from './photo-entry.tsx'
import { Slideshow } from './slideshow.tsx'

/** Not in queries.ts, because Home needs none of the other queries. */
const homeQuery = callQuery(['home'], 'GET /api/home', {})

type CelebrityRowProps = {
  celebrities: readonly { name: string; image: string }[]
  isLoading: boolean
  labelledBy: string
}

const VISIBLE_AT_FIRST = 5
const PLACEHOLDERS = Array.from({ length: 7 }, (_, index) => index)

const CelebrityRow = ({ celebrities, isLoading, labelledBy }: CelebrityRowProps) => {
  if (!isLoading && celebrities.length === 0)
    return (
      <EmptyState title="The catalogue is empty.">
        Import a catalogue to see its celebrities here.
      </EmptyState>
    )
  return (
    <ul className={styles.row} aria-labelledby={labelledBy} aria-busy={isLoading}>
      {isLoading &&
        PLACEHOLDERS.map((place) => (
          <li key={place} className={classNames('stack gap-2', styles.place)}>
            <Skeleton ratio={5 / 4} />
            <Skeleton width="70%" />
          </li>
        ))}
      {celebrities.map((celebrity, index) => (
        <li key={celebrity.name} className={classNames('stack gap-2', styles.place)}>
          <CelebrityChoice
            celebrity={celebrity}
            shape="portrait"
            isPriority={index < VISIBLE_AT_FIRST}
            pictureClassName={styles.rowPicture}
          />
        </li>
      ))}
    </ul>
  )
}

/** Without a selection, the arrow leads to the feed. */
const SearchArrow = () => {
  const selection = useSelection((state) => state.selection)
  const count = selectedCount(selection)
  const label = count
    ? `${ALL_CELEBRITIES_TEXT.searchProducts} (${count})`
    : NAVIGATION_TEXT.trendingFeed
  return (
    <div className={classNames('row wrap between', styles.actions, count > 0 && styles.leadingOn)}>
      <Link
        className={styles.arrow}
        to={paths.celebritySearchResult.href(count ? selection : FEED)}
      >
        <span className={styles.words}>{label}</span>
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

export const HomePage = () => {
  usePageTitle('')
  const query = useQuery(homeQuery)
  const { data, isPending, isError } = query
  const clear = useSelection((state) => state.clear)
  // Entering Home clears the selected celebrities.
  useEffect(() => clear(), [clear])

  return (
    <div className={styles.page}>
      <div className={styles.start}>
        <h1 className={styles.headline}>{HOME_TEXT.headline}</h1>
        <p className={styles.about}>{HOME_TEXT.about}</p>
        {isFinderPublic() && <PhotoEntry />}
      </div>
      {data?.example && <Example look={data.example} />}
      <div className={styles.choice}>
        {isError ? (
          <QueryError what="celebrities" query={query} />
        ) : (
          <>
            <p className={styles.lead} id="home-choice">
              Choose whose wardrobe to explore.
            </p>
            <CelebrityRow
              celebrities={data?.celebrities ?? []}
              isLoading={isPending}
              labelledBy="home-choice"
            />
            <SearchArrow />
          </>
        )}
      </div>
      <Slideshow samples={data?.samples ?? []} isLoading={isPending} />
    </div>
  )
}
