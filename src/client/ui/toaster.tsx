import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { classNames } from './class-names.ts'
import styles from './toaster.module.css'
import { type Toast, useToasts } from './toast.ts'

const VISIBLE_MS = 6_000

/** Always in the page: screen readers do not announce a live region that arrives with its text. */
export const Toaster = () => {
  const toasts = useToasts((state) => state.toasts)
  return (
    <section className={styles.region} aria-label="Notifications" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const ToastCard = ({ toast }: { toast: Toast }) => {
  const remove = useToasts((state) => state.remove)
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => remove(toast.id), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [isHeld, remove, toast.id])

  return (
    <div
      className={classNames('row gap-3', styles.toast)}
      role={toast.kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {toast.kind !== 'info' && <Icon name={toast.kind === 'error' ? 'warning' : 'check'} />}
      <p className={classNames('label', styles.message)}>{toast.message}</p>
      <IconButton icon="close" label="Dismiss" onClick={() => remove(toast.id)} />
    </div>
  )
}
