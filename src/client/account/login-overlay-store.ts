import { create } from 'zustand'
import { tabStorage } from '#client/lib/browser-storage.ts'
import type { FavoriteChange } from './favorite.ts'

const WANTED_KEY = 'wearabouts.wanted-favorite'
const LIFE_MS = 15 * 60_000

/** The heart a visitor pressed, kept while they log in. */
const rememberWanted = (change: FavoriteChange) =>
  tabStorage.write(WANTED_KEY, JSON.stringify({ change, at: Date.now() }))

const forgetWanted = () => tabStorage.remove(WANTED_KEY)

/** Only once: a later session in this tab may belong to someone else. */
export const takeWanted = (): FavoriteChange | null => {
  const text = tabStorage.read(WANTED_KEY)
  forgetWanted()
  const kept = text === null ? null : (JSON.parse(text) as { change: FavoriteChange; at: number })
  return kept && Date.now() - kept.at < LIFE_MS ? kept.change : null
}

type LoginOverlay = {
  isOpen: boolean
  /** Pressed before the session was known: perhaps by somebody who is signed in. */
  isEarly: boolean
  /** Where the heart was pressed: an expired session may leave that page before the login starts. */
  returnTo: string
  /** Whether a heart asked for it, or the page of a session that has ended. */
  isForSaving: boolean
  /** Remembers the change, which is made after login. */
  open: (wanted: FavoriteChange, isEarly?: boolean) => void
  askAgain: () => void
  close: () => void
  leave: () => void
}

const here = () => {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

/** §4: saving while signed out opens the login overlay, whichever heart was pressed. */
export const useLoginOverlay = create<LoginOverlay>((set, get) => ({
  isOpen: false,
  isEarly: false,
  isForSaving: true,
  returnTo: '',
  open: (wanted, isEarly = false) => {
    rememberWanted(wanted)
    set({ isOpen: true, isEarly, isForSaving: true, returnTo: here() })
  },
  askAgain: () => {
    if (!get().isOpen) set({ isOpen: true, isEarly: false, isForSaving: false, returnTo: here() })
  },
  close: () => {
    forgetWanted()
    set({ isOpen: false })
  },
  leave: () => set({ isOpen: false }),
}))
