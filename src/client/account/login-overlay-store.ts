import { create } from 'zustand'
import { createTabNote } from '#client/lib/browser-storage.ts'
import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import { paths } from '#shared/paths.ts'

/** The heart a visitor pressed, kept while they sign in. */
const wantedNote = createTabNote<FavoriteToggle>('wearabouts.wanted-favorite')
export const takeWanted = wantedNote.take

type LoginOverlay = {
  isOpen: boolean
  /** Pressed before the session was known: perhaps by somebody who is signed in. */
  isEarly: boolean
  /** Where the heart was pressed: an expired session may leave that page before the login starts. */
  returnTo: string
  /** What asked for it: a heart, the way to the saved products, or the page of a session that has ended. */
  reason: 'saving' | 'saved' | 'ended'
  /** Remembers the change, which is made after login. */
  open: (wanted: FavoriteToggle, isEarly?: boolean) => void
  /** Leads to the saved products after the login. */
  openSaved: () => void
  askAgain: () => void
  close: () => void
  leave: () => void
}

const here = () => {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

/** Saving while signed out opens the login overlay, whichever heart was pressed. */
export const useLoginOverlay = create<LoginOverlay>((set, get) => ({
  isOpen: false,
  isEarly: false,
  reason: 'saving',
  returnTo: '',
  open: (wanted, isEarly = false) => {
    wantedNote.write(wanted)
    set({ isOpen: true, isEarly, reason: 'saving', returnTo: here() })
  },
  openSaved: () => {
    wantedNote.forget()
    const returnTo = paths.profile.href('saved-products')
    set({ isOpen: true, isEarly: false, reason: 'saved', returnTo })
  },
  askAgain: () => {
    if (!get().isOpen) set({ isOpen: true, isEarly: false, reason: 'ended', returnTo: here() })
  },
  close: () => {
    wantedNote.forget()
    set({ isOpen: false })
  },
  leave: () => set({ isOpen: false }),
}))
