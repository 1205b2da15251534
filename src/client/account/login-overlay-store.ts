import { create } from 'zustand'
import { createExpiringEntry } from '#client/lib/browser-storage.ts'
import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import { paths } from '#shared/paths.ts'

/** The heart that a visitor pressed, remembered while they sign in. */
const pendingFavorite = createExpiringEntry<FavoriteToggle>('wearabouts.wanted-favorite')
export const takePendingFavorite = pendingFavorite.take

type LoginOverlay = {
  isOpen: boolean
  /** The heart was pressed before the session was known, perhaps by somebody who is signed in. */
  isEarly: boolean
  /** The page of the heart, which an expired session may leave before the login starts. */
  returnTo: string
  /** What opened it: a heart, the link to the saved products, or a session that has ended. */
  reason: 'saving' | 'saved' | 'ended'
  /** Opens it for a heart; the change is remembered and made after the login. */
  open: (change: FavoriteToggle, isEarly?: boolean) => void
  /** Opens it for the saved products, to which the login leads. */
  openSaved: () => void
  /** Opens it because the session has ended. */
  askAgain: () => void
  /** The user gives up signing in. */
  close: () => void
  /** The user goes on to the login page, or has signed in. */
  leave: () => void
}

const currentPath = () => {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

/** Saving while signed out opens the login overlay, whichever heart was pressed. */
export const useLoginOverlay = create<LoginOverlay>((set, get) => ({
  isOpen: false,
  isEarly: false,
  reason: 'saving',
  returnTo: '',
  open: (change, isEarly = false) => {
    pendingFavorite.write(change)
    set({ isOpen: true, isEarly, reason: 'saving', returnTo: currentPath() })
  },
  openSaved: () => {
    pendingFavorite.forget()
    const returnTo = paths.profile.href('saved-products')
    set({ isOpen: true, isEarly: false, reason: 'saved', returnTo })
  },
  askAgain: () => {
    if (!get().isOpen)
      set({ isOpen: true, isEarly: false, reason: 'ended', returnTo: currentPath() })
  },
  close: () => {
    pendingFavorite.forget()
    set({ isOpen: false })
  },
  leave: () => set({ isOpen: false }),
}))
