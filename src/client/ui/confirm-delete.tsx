import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDeleteProps = {
  isOpen: boolean
  title: string
  description: string
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDelete = ({
  isOpen,
  title,
  description,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmDeleteProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={title}
    description={description}
    footer={
      <>
        <Button onClick={onClose}>Keep</Button>
        <Button variant="primary" isBusy={isBusy} onClick={onConfirm}>
          Delete
        </Button>
      </>
    }
  />
)
