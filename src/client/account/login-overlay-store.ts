import { create } from 'zustand'
import type { Favorite } from './favorite.ts'
import { forgetWanted, rememberWanted } from './wanted-favorite.ts'

type LoginOverlay = {
  isOpen: boolean
  /** With what was wanted, which is saved after signing in. */
  open: (wanted: Favorite) => void
  /** To stay: what was wanted is forgotten. */
  close: () => void
  /** To sign in. */
  leave: () => void
}

/** §4: saving while signed out opens the login overlay, wherever the heart stands. */
export const useLoginOverlay = create<LoginOverlay>((set) => ({
  isOpen: false,
  open: (wanted) => {
    rememberWanted(wanted)
    set({ isOpen: true })
  },
  close: () => {
    forgetWanted()
    set({ isOpen: false })
  },
  leave: () => set({ isOpen: false }),
}))
