import { useNavigate } from 'react-router'
import { useSelection } from '#client/catalog/selection.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ALL_CELEBRITIES_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { type CelebritySelection, FEED } from '#shared/paths.ts'
import { CelebrityPicker } from './celebrity-picker.tsx'
import { confirmOutcome } from './edit-outcome.ts'

type EditSearchProps = {
  isOpen: boolean
  onClose: () => void
  selectionInUrl: CelebritySelection
  hrefOf: (selection: CelebritySelection) => string
}

/** §2, §4: changes the selection of the results below. */
export const EditSearch = ({ isOpen, onClose, selectionInUrl, hrefOf }: EditSearchProps) => {
  const navigate = useNavigate()
  const { selection, replace, clear } = useSelection()
  const count = selection === FEED ? 0 : selection.length

  const handleDismiss = () => {
    replace(selectionInUrl)
    onClose()
  }
  const handleConfirm = () => {
    const outcome = confirmOutcome(selection, selectionInUrl)
    if (outcome === 'restore') replace(selectionInUrl)
    if (outcome === 'replace') void navigate(hrefOf(selection), { replace: true })
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={handleDismiss}
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
      <CelebrityPicker />
    </Dialog>
  )
}
