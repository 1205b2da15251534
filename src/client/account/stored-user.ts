import { browserStorage, tabStorage } from '#client/lib/browser-storage.ts'
import { INVITE } from '#shared/constants.ts'
import type { Account } from '#shared/contract/session.ts'

const USER_KEY = 'user'
/** Every other key that belongs to an account starts with this, so that it is cleared with it. */
const ACCOUNT_PREFIX = 'wearabouts.account.'

/** When this invite user logged in, if the copy of their login is still there. */
const storedLoginTime = (uid: string): number | undefined => {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(USER_KEY) ?? 'null')
    const { uid: storedUid, loginTime } = (stored ?? {}) as { uid?: unknown; loginTime?: unknown }
    return storedUid === uid && typeof loginTime === 'number' ? loginTime : undefined
  } catch {
    // Someone else wrote there: as if nothing had been stored.
    return undefined
  }
}

/**
 * A copy for display. It proves nothing: the server trusts only its own cookie. An invite user's
 * `loginTime` is that of the login, however often the page is loaded, and ends the copy after a day.
 */
export const storeUser = (user: Account, isNewLogin: boolean) => {
  const copy = { displayName: user.displayName, email: user.email, photo_url: user.photoURL }
  if (!user.isInviteUser) return browserStorage.write(USER_KEY, JSON.stringify(copy))
  const loginTime = (isNewLogin ? undefined : storedLoginTime(user.uid)) ?? Date.now()
  if (Date.now() - loginTime >= INVITE.sessionMs) return browserStorage.remove(USER_KEY)
  const invite = { isInviteUser: true, uid: user.uid, loginTime }
  return browserStorage.write(USER_KEY, JSON.stringify({ ...copy, ...invite }))
}

/** §4: with no user, all local data is cleared. */
export const clearLocalUser = () => {
  browserStorage.removeWhere(
    (key) => key === USER_KEY || key === INVITE.statusCacheKey || key.startsWith(ACCOUNT_PREFIX),
  )
  tabStorage.removeWhere((key) => key.startsWith(ACCOUNT_PREFIX))
}
