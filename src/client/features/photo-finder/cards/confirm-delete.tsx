import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FINDER_TEXT } from '#shared/finder-messages.ts'

type ConfirmDeleteProps = { name: string; onConfirm: () => void; onClose: () => void }

export const ConfirmDelete = ({ name, onConfirm, onClose }: ConfirmDeleteProps) => (
  <Dialog
    isOpen
    onClose={onClose}
    title={FINDER_TEXT.deleteQuestion(name)}
    description={FINDER_TEXT.deleteExplanation}
    footer={
      <>
        <Button onClick={onClose}>{FINDER_TEXT.keep}</Button>
        <Button variant="primary" onClick={onConfirm}>
          {FINDER_TEXT.deleteBox}
        </Button>
      </>
    }
  />
)
