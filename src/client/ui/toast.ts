import { create } from 'zustand'

type ToastKind = 'info' | 'success' | 'error'
export type Toast = { id: number; message: string; kind: ToastKind }

type Toasts = {
  toasts: readonly Toast[]
  add: (toast: Toast) => void
  remove: (id: number) => void
}

const MAX_TOASTS = 3

export const useToasts = create<Toasts>((set) => ({
  toasts: [],
  add: (toast) => set(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MAX_TOASTS) })),
  remove: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}))

let lastId = 0

const show = (message: string, kind: ToastKind) => {
  lastId += 1
  useToasts.getState().add({ id: lastId, message, kind })
}

/** The specification's alerts, without blocking the page. */
export const toast = {
  info: (message: string) => show(message, 'info'),
  success: (message: string) => show(message, 'success'),
  error: (message: string) => show(message, 'error'),
  /** For `onError` and `catch`. */
  failure: (error: Error) => show(error.message, 'error'),
}
