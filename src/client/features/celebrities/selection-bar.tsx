import { useNavigate } from 'react-router'
import { selectedCount, useSelection } from '#client/catalog/selection.ts'
import { Button } from '#client/ui/button.tsx'
import { ALL_CELEBRITIES_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './all-celebrities-page.module.css'

/** §2: Clear All and Search Products, shown while selecting. */
export const SelectionBar = () => {
  const navigate = useNavigate()
  const { selection, clear } = useSelection()
  const count = selectedCount(selection)

  const handleSearch = () => {
    // §5: at least one selected celebrity, otherwise nothing happens.
    if (count > 0) void navigate(paths.celebritySearchResult.href(selection))
  }
  return (
    <div className={classNames('row gap-4', styles.bar)}>
      <output className={styles.count}>{count} selected</output>
      <Button variant="quiet" disabled={count === 0} onClick={clear}>
        {ALL_CELEBRITIES_TEXT.clearAll}
      </Button>
      <Button variant="primary" aria-disabled={count === 0} onClick={handleSearch}>
        {ALL_CELEBRITIES_TEXT.searchProducts}
      </Button>
    </div>
  )
}
