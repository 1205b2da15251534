import { lazy, Suspense } from 'react'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { useStaysMounted } from '#client/lib/use-stays-mounted.ts'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-popup.tsx'

const DialogPopup = lazy(() => import('./dialog-popup.tsx'))

/** The dialog library is larger than a page, so it loads when a dialog first opens. */
export const Dialog = (props: DialogProps) => {
  const isMounted = useStaysMounted(props.isOpen)
  useBackCloses(props.isOpen, props.onClose)
  if (!isMounted) return null
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  )
}

type ConfirmDialogProps = {
  isOpen: boolean
  title: string
  description: string
  /** The label of the button that does it. */
  confirm?: string
  /** The label of the button that leaves everything as it is. */
  cancel?: string
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is deleted, or otherwise ends. */
export const ConfirmDialog = ({
  isOpen,
  title,
  description,
  confirm = 'Delete',
  cancel = 'Keep',
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={title}
    description={description}
    footer={
      <>
        <Button onClick={onClose}>{cancel}</Button>
        <Button variant="primary" isBusy={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  />
)
