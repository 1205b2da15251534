import { create } from 'zustand'

type ToastKind = 'info' | 'success' | 'error'
export type Toast = { id: number; message: string; kind: ToastKind }

type Toasts = {
  toasts: readonly Toast[]
  add: (toast: Toast) => void
  remove: (id: number) => void
}

const MAX_SHOWN = 3

export const useToasts = create<Toasts>((set) => ({
  toasts: [],
  add: (toast) => set(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MAX_SHOWN) })),
  remove: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}))

let lastId = 0

/** The specification's alerts, without blocking the page. */
export const toast = {
  show: (message: string, { kind = 'info' }: { kind?: ToastKind } = {}) => {
    lastId += 1
    useToasts.getState().add({ id: lastId, message, kind })
  },
}
