import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import {
  clearSelection,
  isSameSelection,
  replaceSelection,
  countSelected,
  useSelection,
} from '#client/catalog/people/celebrity-selection.ts'
import { CreatorPageLink } from '#client/catalog/people/celebrity-card.tsx'
import { CelebrityGrid } from '#client/catalog/people/celebrity-grid.tsx'
import { HeadingNames } from '#client/catalog/people/celebrity-names.tsx'
import { Button } from '#client/ui/button.tsx'
import { ByWidth } from '#client/ui/by-width.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { Celebrity } from '#shared/contract/catalog.ts'
import { formatNamesHeader } from '#shared/domain/celebrity.ts'
import { ALL_CELEBRITIES_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { parseSelection, type CelebritySelection, EVERYONE, paths } from '#shared/paths.ts'
import styles from './results.module.css'

/** Copies the selection from the URL to the store, where the edit overlay starts. */
export const useUrlSelection = () => {
  const [params] = useSearchParams()
  const value = params.get('celebrities')
  const selection = useMemo(() => parseSelection(value), [value])
  useEffect(() => replaceSelection(selection), [selection])
  return selection
}

type EditSearchProps = {
  isOpen: boolean
  onClose: () => void
  selectionInUrl: CelebritySelection
  hrefOf: (selection: CelebritySelection) => string
}

/** Changes the selection of the results; an empty or unchanged one has no effect. */
const EditSearch = ({ isOpen, onClose, selectionInUrl, hrefOf }: EditSearchProps) => {
  const navigate = useNavigate()
  const { selection } = useSelection()
  const count = countSelected(selection)

  // An unconfirmed choice is dropped, however the overlay was closed.
  useEffect(() => {
    if (!isOpen) replaceSelection(selectionInUrl)
  }, [isOpen, selectionInUrl])

  const handleConfirm = () => {
    onClose()
    if (count === 0 || isSameSelection(selection, selectionInUrl)) return
    // Not before the overlay's history entry has gone: the results are replaced, not the overlay.
    const search = () => void navigate(hrefOf(selection), { replace: true })
    window.addEventListener('popstate', search, { once: true })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={RESULTS_TEXT.editSearch}
      variant="panel"
      footer={
        <>
          <Button variant="quiet" disabled={count === 0} onClick={clearSelection}>
            {ALL_CELEBRITIES_TEXT.clearAll}
          </Button>
          <Button variant="primary" onClick={handleConfirm}>
            {ALL_CELEBRITIES_TEXT.searchProductsOf(count)}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <CelebrityGrid tab="all" label={RESULTS_TEXT.celebritiesToSearch} isSelecting />
      </div>
    </Dialog>
  )
}

const VIEWS = {
  looks: paths.celebritySearchResult.href,
  products: paths.searchResult.href,
} as const
const LISTED_VIEWS = ['looks', 'products'] as const

type ResultsActionsProps = {
  selection: CelebritySelection
  view: keyof typeof VIEWS
  /** Those of the selection who are in the catalogue. */
  people?: readonly Celebrity[] | undefined
}

/** Switches between looks and products, and changes the selection. */
export const ResultsActions = ({ selection, view, people }: ResultsActionsProps) => {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      <nav className={classNames('row gap-4', styles.views)} aria-label={RESULTS_TEXT.view}>
        {LISTED_VIEWS.map((name) => (
          <Link
            key={name}
            to={VIEWS[name](selection)}
            aria-current={name === view ? 'page' : undefined}
          >
            {RESULTS_TEXT.views[name]}
          </Link>
        ))}
        {people?.length === 1 && people[0] && <CreatorPageLink {...people[0]} />}
      </nav>
      {selection !== EVERYONE && (
        <>
          <Button icon="edit" aria-haspopup="dialog" onClick={() => setIsEditing(true)}>
            {RESULTS_TEXT.editSearch}
          </Button>
          <EditSearch
            isOpen={isEditing}
            onClose={() => setIsEditing(false)}
            selectionInUrl={selection}
            hrefOf={VIEWS[view]}
          />
        </>
      )}
    </>
  )
}

type ResultsHeadProps = {
  selection: CelebritySelection
  /** The selected names that are in the catalogue. */
  names: readonly string[]
  /** The number of results in words, shown above the names; empty while loading. */
  countText: string
  /** Omitted where the bar above the list has them. */
  actions?: ReactNode
}

/** More names at headline size would push all pictures off the screen. */
const FEW_NAMES = 3

export const ResultsHead = ({ selection, names, countText, actions }: ResultsHeadProps) => {
  const isFeed = selection === EVERYONE
  return (
    <PageHead
      isOfList
      title={
        isFeed ? (
          RESULTS_TEXT.trendingFeed
        ) : (
          <>
            <span className={styles.count}>{countText || '\u00a0'} </span>
            <span className={names.length > FEW_NAMES ? styles.manyNames : undefined}>
              <ByWidth
                textFor={(isMobile) => formatNamesHeader(names, isMobile)}
                render={(text) => <HeadingNames text={text} names={names} />}
              />
            </span>
          </>
        )
      }
      {...(isFeed ? { lead: countText || '\u00a0' } : {})}
      actions={actions}
    />
  )
}
