import { create } from 'zustand'
import type { FavoriteChange } from './favorite.ts'
import { forgetWanted, rememberWanted } from './wanted-favorite.ts'

type LoginOverlay = {
  isOpen: boolean
  /** Pressed before the session was known: perhaps by somebody who is signed in. */
  isEarly: boolean
  /** Where the heart was pressed: an expired session may leave that page before the login starts. */
  returnTo: string
  /** Remembers the change, which is made after login. */
  open: (wanted: FavoriteChange, isEarly?: boolean) => void
  close: () => void
  leave: () => void
}

/** §4: saving while signed out opens the login overlay, whichever heart was pressed. */
export const useLoginOverlay = create<LoginOverlay>((set) => ({
  isOpen: false,
  isEarly: false,
  returnTo: '',
  open: (wanted, isEarly = false) => {
    rememberWanted(wanted)
    const { pathname, search, hash } = window.location
    set({ isOpen: true, isEarly, returnTo: pathname + search + hash })
  },
  close: () => {
    forgetWanted()
    set({ isOpen: false })
  },
  leave: () => set({ isOpen: false }),
}))
