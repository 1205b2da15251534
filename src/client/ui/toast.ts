import { create } from 'zustand'

export type ToastKind = 'info' | 'success' | 'error'
export type Toast = { id: number; message: string; kind: ToastKind }

type Toasts = {
  toasts: readonly Toast[]
  add: (toast: Toast) => void
  remove: (id: number) => void
}

const MOST_AT_ONCE = 3

export const useToasts = create<Toasts>((set) => ({
  toasts: [],
  add: (toast) => set(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_AT_ONCE) })),
  remove: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}))

let lastId = 0

/** What the spec calls an alert, without stopping the page: shown and announced. */
export const toast = {
  show: (message: string, { kind = 'info' }: { kind?: ToastKind } = {}) => {
    lastId += 1
    useToasts.getState().add({ id: lastId, message, kind })
  },
}
