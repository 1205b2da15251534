import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  /** Names the dialog; shown as its headline unless hidden. */
  title: string
  isTitleHidden?: boolean
  description?: string
  /** card: centred; panel: the full height of the right side; drawer: slides in from the left; top: hangs from the top edge. */
  variant?: 'card' | 'panel' | 'drawer' | 'top'
  /** What has the focus when it opens; without it, the first control. */
  firstFocus?: RefObject<HTMLElement | null>
  /** Stays in view under the scrolling body. */
  footer?: ReactNode
  children?: ReactNode
}

const DialogPopup = lazy(() => import('./dialog-popup.tsx'))

/** The primitives behind a dialog weigh more than a page: they are fetched when one first opens. */
export const Dialog = (props: DialogProps) => {
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  )
}
