import { create } from 'zustand'

type LoginOverlay = {
  isOpen: boolean
  open: () => void
  close: () => void
}

/** §4: saving while signed out opens the login overlay, wherever the heart stands. */
export const useLoginOverlay = create<LoginOverlay>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}))
