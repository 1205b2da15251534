import type { Account } from '#shared/contract/session.ts'

const USER_KEY = 'user'
/** Everything else of an account that a browser keeps begins so, and goes with it. */
const ACCOUNT_PREFIX = 'wearabouts.account.'

/** §3: a display copy of the user. It proves nothing: the server reads its own cookie. */
export const storeUser = (user: Account) => {
  const copy = { displayName: user.displayName, email: user.email, photo_url: user.photoURL }
  const invite = { isInviteUser: true, uid: user.uid, loginTime: Date.now() }
  write(JSON.stringify(user.isInviteUser ? { ...copy, ...invite } : copy))
}

/** §4: with no user all local data is cleared. */
export const clearLocalUser = () => {
  try {
    localStorage.removeItem(USER_KEY)
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith(ACCOUNT_PREFIX)) storage.removeItem(key)
  } catch {
    // Forbidden storage has nothing to clear.
  }
}

const write = (text: string) => {
  try {
    localStorage.setItem(USER_KEY, text)
  } catch {
    // Forbidden or full: the copy is only for show.
  }
}
