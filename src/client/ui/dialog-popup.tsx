import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog-popup.module.css'
import { UI_TEXT } from './ui-messages.ts'

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  /** The dialog's accessible name, shown as its heading unless hidden; null if a DialogTitle has it. */
  title: string | null
  isTitleHidden?: boolean
  description?: string
  /** card: centred; wide: the same with room for two columns; panel: full height on the right; drawer: slides in from the left; top: at the top edge. */
  variant?: 'card' | 'wide' | 'panel' | 'drawer' | 'top'
  /** Stays visible below the scrolling body. */
  footer?: ReactNode
  children?: ReactNode
}

/** The heading that names the dialog, for a body that contains it. */
export const DialogTitle = Base.Title

/** Fields to write in; a file input is operated by its label. */
const FIELDS = 'input:not([type=file]), form select, textarea'

/**
 * Modal: traps focus, locks scrolling, and closes on Escape or an outside click. The focus starts in the
 * first field, if there is one.
 */
const DialogPopup = ({
  isOpen,
  onClose,
  title,
  isTitleHidden = false,
  description,
  variant = 'card',
  footer,
  children,
}: DialogProps) => {
  const body = useRef<HTMLDivElement>(null)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
        <Base.Portal>
          <Base.Backdrop className={styles.backdrop} />
          <Base.Viewport className={styles.viewport}>
            <Base.Popup
              className={classNames(
                styles.popup,
                variant === 'wide' && styles.card,
                styles[variant],
              )}
              initialFocus={() => body.current?.querySelector<HTMLElement>(FIELDS) ?? true}
            >
              <div
                className={classNames(
                  styles.head,
                  (isTitleHidden || title === null) && styles.headBare,
                )}
              >
                {title !== null && (
                  <Base.Title className={isTitleHidden ? 'visually-hidden' : styles.title}>
                    {title}
                  </Base.Title>
                )}
                <Base.Close
                  render={
                    <IconButton icon="close" label={UI_TEXT.close} className={styles.close} />
                  }
                />
              </div>
              <div ref={body} className={styles.body}>
                {description && (
                  <Base.Description className={classNames('quiet', styles.description)}>
                    {description}
                  </Base.Description>
                )}
                {children}
              </div>
              {footer && (
                <div className={classNames('row between gap-4', styles.footer)}>{footer}</div>
              )}
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

export default DialogPopup
