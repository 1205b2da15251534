import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  clearSelection,
  countSelected,
  useSelection,
} from '#client/catalog/people/celebrity-selection.ts'
import { CelebrityGrid } from '#client/catalog/people/celebrity-grid.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { type StyleTab, readStyleTab } from '#shared/domain/celebrity.ts'
import { ALL_CELEBRITIES_TEXT, NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './all-celebrities-page.module.css'

/** Clear All and Search Products, shown while selecting. */
const SelectionBar = () => {
  const navigate = useNavigate()
  const { selection } = useSelection()
  const count = countSelected(selection)

  const handleSearch = () => {
    // At least one selected celebrity, otherwise nothing happens.
    if (count > 0) void navigate(paths.celebritySearchResult.href(selection))
  }
  return (
    <div className={classNames('row wrap gap-4', styles.bar)}>
      <output className={styles.count}>{ALL_CELEBRITIES_TEXT.selected(count)}</output>
      <Button variant="quiet" disabled={count === 0} onClick={clearSelection}>
        {ALL_CELEBRITIES_TEXT.clearAll}
      </Button>
      <Button variant="primary" aria-disabled={count === 0} onClick={handleSearch}>
        {ALL_CELEBRITIES_TEXT.searchProducts}
      </Button>
    </div>
  )
}

const TABS: { value: StyleTab; label: string }[] = [
  { value: 'all', label: ALL_CELEBRITIES_TEXT.allStyles },
  { value: 'celebrity', label: ALL_CELEBRITIES_TEXT.celebrityStyles },
  { value: 'creator', label: ALL_CELEBRITIES_TEXT.creatorStyles },
]

const AllCelebritiesPage = () => {
  usePageTitle(NAVIGATION_TEXT.allCelebrities)
  const location = useLocation()
  const navigate = useNavigate()
  const { selection, isPicked } = useSelection()
  // Starts with the names picked on Home, but not with those that a page of results put in the store.
  const [isSelecting, setIsSelecting] = useState(isPicked && countSelected(selection) > 0)
  const tab = readStyleTab(location.state)

  // The active tab is kept in the browser's history state.
  const handleTab = (next: StyleTab) =>
    void navigate(location.pathname, { replace: true, state: next })
  const handleToggle = () => {
    // An unfinished selection must not reappear on another page.
    clearSelection()
    setIsSelecting(!isSelecting)
  }
  return (
    <div className="page">
      <PageHead
        title={NAVIGATION_TEXT.allCelebrities}
        actions={
          <Button aria-pressed={isSelecting} onClick={handleToggle}>
            {isSelecting ? ALL_CELEBRITIES_TEXT.cancel : ALL_CELEBRITIES_TEXT.select}
          </Button>
        }
      />
      <Tabs label={ALL_CELEBRITIES_TEXT.styles} tabs={TABS} value={tab} onChange={handleTab}>
        <div className={styles.panel}>
          <CelebrityGrid
            tab={tab}
            label={TABS.find(({ value }) => value === tab)?.label ?? ''}
            isSelecting={isSelecting}
          />
        </div>
      </Tabs>
      {isSelecting && <SelectionBar />}
    </div>
  )
}

export default AllCelebritiesPage
