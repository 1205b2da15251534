import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useBackCloses, useStaysMounted } from '#client/lib/use-overlay.ts'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-popup.tsx'
import { UI_TEXT } from './ui-messages.ts'

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
  confirm?: string | undefined
  /** The label of the button that cancels. */
  cancel?: string | undefined
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

type ConfirmButtonProps = ComponentProps<typeof Button> &
  Pick<ConfirmDialogProps, 'title' | 'description' | 'confirm' | 'cancel'> & {
    action: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'mutate'>
  }

/** A button that asks before it runs an action. */
export const ConfirmButton = ({
  title,
  description,
  confirm,
  cancel,
  action,
  ...button
}: ConfirmButtonProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        description={description}
        confirm={confirm}
        cancel={cancel}
        isBusy={action.isPending}
        onConfirm={() => action.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}

/** Asks before something is deleted, or otherwise ends. */
export const ConfirmDialog = ({
  isOpen,
  title,
  description,
  confirm = UI_TEXT.delete,
  cancel = UI_TEXT.keep,
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
