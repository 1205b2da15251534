import { useState } from 'react'
import { Link } from 'react-router'
import { HeadingNames } from '#client/catalog/heading-names.tsx'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { namesHeader } from '#shared/domain/celebrity.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { type CelebritySelection, FEED, paths } from '#shared/paths.ts'
import { EditSearch } from './edit-search.tsx'
import { classNames } from '#client/ui/class-names.ts'
import styles from './results-head.module.css'

const VIEWS = {
  looks: { label: 'Looks', href: paths.celebritySearchResult.href },
  products: { label: 'Products', href: paths.searchResult.href },
} as const

type ResultsHeadProps = {
  selection: CelebritySelection
  /** The selected names that are in the catalogue. */
  names: readonly string[]
  /** The number of results, shown above the names; empty while loading. */
  found: string
  view: keyof typeof VIEWS
}

/** More names at headline size would push all pictures off the screen. */
const FEW_NAMES = 3

export const ResultsHead = ({ selection, names, found, view }: ResultsHeadProps) => {
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
                <HeadingNames text={namesHeader(names, isMobile)} names={names} />
              </span>
            </>
          )
        }
        {...(isFeed ? { lead: found || '\u00a0' } : {})}
        actions={
          <>
            <nav className={classNames('row gap-4', styles.views)} aria-label="View">
              {Object.entries(VIEWS).map(([name, { label, href }]) => (
                <Link
                  key={name}
                  to={href(selection)}
                  aria-current={name === view ? 'page' : undefined}
                >
                  {label}
                </Link>
              ))}
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
          hrefOf={VIEWS[view].href}
        />
      )}
    </>
  )
}
