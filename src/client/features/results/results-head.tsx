import { useState } from 'react'
import { Link } from 'react-router'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { namesHeader } from '#shared/domain/celebrity.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { type CelebritySelection, FEED, paths } from '#shared/paths.ts'
import { EditSearch } from './edit-search.tsx'
import styles from './results-head.module.css'

type ResultsHeadProps = {
  selection: CelebritySelection
  /** Those of the selection that the catalogue knows. */
  names: readonly string[]
  /** Above the names: how many were found; empty while that is not known. */
  found: string
  view: 'looks' | 'products'
  /** Where a changed selection leads. */
  hrefOf: (selection: CelebritySelection) => string
}

/** More than these in letters of a headline would push every picture off the screen. */
const FEW_NAMES = 3

export const ResultsHead = ({ selection, names, found, view, hrefOf }: ResultsHeadProps) => {
  const isMobile = useIsMobile()
  const [isEditing, setIsEditing] = useState(false)
  const isFeed = selection === FEED
  return (
    <>
      <PageHead
        title={
          isFeed ? (
            RESULTS_TEXT.trendingFeed
          ) : (
            <>
              <span className={styles.found}>{found || '\u00a0'} </span>
              <span className={names.length > FEW_NAMES ? styles.manyNames : undefined}>
                {namesHeader(names, isMobile)}
              </span>
            </>
          )
        }
        {...(isFeed ? { lead: found || '\u00a0' } : {})}
        actions={
          <>
            <nav className={styles.views} aria-label="View">
              <Link
                to={paths.celebritySearchResult.href(selection)}
                aria-current={view === 'looks' ? 'page' : undefined}
              >
                Looks
              </Link>
              <Link
                to={paths.searchResult.href(selection)}
                aria-current={view === 'products' ? 'page' : undefined}
              >
                Products
              </Link>
            </nav>
            {!isFeed && (
              <Button icon="edit" aria-haspopup="dialog" onClick={() => setIsEditing(true)}>
                {RESULTS_TEXT.editSearch}
              </Button>
            )}
          </>
        }
      />
      {!isFeed && (
        <EditSearch
          isOpen={isEditing}
          onClose={() => setIsEditing(false)}
          selectionInUrl={selection}
          hrefOf={hrefOf}
        />
      )}
    </>
  )
}
