import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSelection } from '#client/catalog/selection.ts'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { QueryError } from '#client/ui/state.tsx'
import { HOME_TEXT } from '#shared/messages.ts'
import { CelebrityRow } from './celebrity-row.tsx'
import styles from './home-page.module.css'
import { PhotoEntry } from './photo-entry.tsx'
import { SearchArrow } from './search-arrow.tsx'
import { homeQuery } from './home-query.ts'
import { Slideshow } from './slideshow.tsx'

export const HomePage = () => {
  usePageTitle('')
  const query = useQuery(homeQuery)
  const { data, isPending, isError } = query
  const clear = useSelection((state) => state.clear)
  // §2: entering Home clears the selected celebrities.
  useEffect(() => clear(), [clear])

  return (
    <div className={styles.page}>
      <div className={styles.start}>
        <h1 className={styles.headline}>{HOME_TEXT.headline}</h1>
        <p className={styles.about}>{HOME_TEXT.about}</p>
        {isFinderPublic() && <PhotoEntry />}
        {isError ? (
          <QueryError title="Could not load celebrities." query={query} />
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
