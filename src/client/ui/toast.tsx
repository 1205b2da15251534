import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import { UI_TEXT } from './ui-messages.ts'

type Toast = {
  id: number
  message: string
  kind: 'info' | 'success' | 'error'
  /** What it is about: a later one about the same replaces it, because it may say the contrary. */
  subject?: string | undefined
}

const MAX_TOASTS = 3
const VISIBLE_MS = 6_000

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0

const showToast = (message: string, kind: Toast['kind'], subject?: string) => {
  lastId += 1
  const added = { id: lastId, message, kind, subject }
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter((other) => subject === undefined || other.subject !== subject),
      added,
    ].slice(-MAX_TOASTS),
  }))
}

const dismissToast = (id: number) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((other) => other.id !== id) }))

/** The specification's alerts, without blocking the page. */
export const toast = {
  info: (message: string) => showToast(message, 'info'),
  success: (message: string, subject?: string) => showToast(message, 'success', subject),
  error: (message: string) => showToast(message, 'error'),
  /** For `onError` and `catch`. */
  failure: (error: Error) => showToast(error.message, 'error'),
}

/** Always in the page: screen readers do not announce a live region that arrives with its text. */
export const Toaster = () => {
  const toasts = useToasts((state) => state.toasts)
  return (
    <section className={styles.region} aria-label={UI_TEXT.notifications} aria-live="polite">
      {toasts.map((props) => (
        <ToastCard key={props.id} {...props} />
      ))}
    </section>
  )
}

const ToastCard = ({ id, message, kind }: Toast) => {
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dismissToast(id), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [isHeld, id])

  return (
    <div
      className={classNames('row gap-3', styles.toast)}
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {kind !== 'info' && <Icon name={kind === 'error' ? 'warning' : 'check'} />}
      <p className={classNames('label', styles.message)}>{message}</p>
      <IconButton icon="close" label={UI_TEXT.dismiss} onClick={() => dismissToast(id)} />
    </div>
  )
}
