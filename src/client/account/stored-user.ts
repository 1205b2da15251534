import { browserStorage, tabStorage } from '#client/lib/browser-storage.ts'
import { INVITE } from '#shared/constants.ts'
import type { Account } from '#shared/contract/session.ts'

const USER_KEY = 'user'
/** Every other key that belongs to an account starts with this, so that it is cleared with it. */
const ACCOUNT_PREFIX = 'wearabouts.account.'

/** §3: a copy for display. It proves nothing: the server trusts only its own cookie. */
export const storeUser = (user: Account) => {
  const copy = { displayName: user.displayName, email: user.email, photo_url: user.photoURL }
  const invite = { isInviteUser: true, uid: user.uid, loginTime: Date.now() }
  browserStorage.write(USER_KEY, JSON.stringify(user.isInviteUser ? { ...copy, ...invite } : copy))
}

/** §4: with no user, all local data is cleared. */
export const clearLocalUser = () => {
  browserStorage.removeWhere(
    (key) => key === USER_KEY || key === INVITE.statusCacheKey || key.startsWith(ACCOUNT_PREFIX),
  )
  tabStorage.removeWhere((key) => key.startsWith(ACCOUNT_PREFIX))
}
