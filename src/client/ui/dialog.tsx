import { lazy, Suspense } from 'react'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { useWasEver } from '#client/lib/use-was-ever.ts'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-popup.tsx'

const DialogPopup = lazy(() => import('./dialog-popup.tsx'))

/** The dialog library is larger than a page, so it loads when a dialog first opens. */
export const Dialog = (props: DialogProps) => {
  const wasOpened = useWasEver(props.isOpen)
  useBackCloses(props.isOpen, props.onClose)
  if (!wasOpened) return null
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  )
}

type ConfirmDeleteProps = {
  isOpen: boolean
  title: string
  description: string
  /** What the button says. */
  confirm?: string
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDelete = ({
  isOpen,
  title,
  description,
  confirm = 'Delete',
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
          {confirm}
        </Button>
      </>
    }
  />
)
