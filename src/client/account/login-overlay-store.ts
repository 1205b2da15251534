import { create } from 'zustand'
import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import { paths } from '#shared/paths.ts'
import { pendingAction } from './pending-action.tsx'

type LoginOverlay = {
  isOpen: boolean
  /** The heart was pressed before the session was known, so the visitor may be signed in. */
  isEarly: boolean
  /** The page of the heart, which an expired session may leave before the login starts. */
  returnTo: string
  /** What opened it: a heart, the link to the saved products, or a session that has ended. */
  reason: 'saving' | 'saved' | 'ended'
}

export const useLoginOverlay = create<LoginOverlay>(() => ({
  isOpen: false,
  isEarly: false,
  returnTo: '',
  reason: 'saving',
}))

const openLoginOverlay = (reason: LoginOverlay['reason'], returnTo: string, isEarly = false) =>
  useLoginOverlay.setState({ isOpen: true, isEarly, reason, returnTo })

const getCurrentPath = () => {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

/** Opens it for a heart; the change is remembered and made after the login. */
export const askToLogIn = (change: FavoriteToggle, isEarly = false) => {
  pendingAction.write({ kind: 'favorite', change })
  openLoginOverlay('saving', getCurrentPath(), isEarly)
}

/** Opens it for the saved products, to which the login leads. */
export const askToLogInForSaved = () => {
  pendingAction.forget()
  openLoginOverlay('saved', paths.profile.href('saved-products'))
}

/** Opens it because the session has ended. */
export const askToLogInAgain = () => {
  if (!useLoginOverlay.getState().isOpen) openLoginOverlay('ended', getCurrentPath())
}

/** The user continues to the login page, or has signed in. */
export const closeLoginOverlay = () => useLoginOverlay.setState({ isOpen: false })

/** The user gives up signing in. */
export const cancelLogin = () => {
  pendingAction.forget()
  closeLoginOverlay()
}
