import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { CelebrityGrid } from '#client/catalog/celebrity-grid.tsx'
import { isSameSelection, selectedCount, useSelection } from '#client/catalog/selection.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ALL_CELEBRITIES_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import type { CelebritySelection } from '#shared/paths.ts'
import styles from './results-page.module.css'

type EditSearchProps = {
  isOpen: boolean
  onClose: () => void
  selectionInUrl: CelebritySelection
  hrefOf: (selection: CelebritySelection) => string
}

/** §2, §4: changes the selection of the results; an empty or unchanged one has no effect. */
export const EditSearch = ({ isOpen, onClose, selectionInUrl, hrefOf }: EditSearchProps) => {
  const navigate = useNavigate()
  const { selection, replace, clear } = useSelection()
  const count = selectedCount(selection)

  // However it was closed, by Back too, an unconfirmed choice is dropped.
  useEffect(() => {
    if (!isOpen) replace(selectionInUrl)
  }, [isOpen, replace, selectionInUrl])

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
          <Button variant="quiet" disabled={count === 0} onClick={clear}>
            {ALL_CELEBRITIES_TEXT.clearAll}
          </Button>
          <Button variant="primary" onClick={handleConfirm}>
            {ALL_CELEBRITIES_TEXT.searchProducts} ({count})
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <CelebrityGrid tab="all" label="Celebrities to search" isSelecting />
      </div>
    </Dialog>
  )
}
