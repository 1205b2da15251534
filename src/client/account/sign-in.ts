import { api } from '#client/lib/api.ts'
import type { ProviderId } from '#shared/contract/session.ts'

const SIGNING_IN_KEY = 'wearabouts.account.signing-in'

/** Remembers across the provider's pages that the next session is a login, not a restored one. */
export const noteSigningIn = () => {
  try {
    sessionStorage.setItem(SIGNING_IN_KEY, '1')
  } catch {
    // Forbidden storage: the login is only not told apart from a restored session.
  }
}

export const takeSigningIn = (): boolean => {
  try {
    const isSigningIn = sessionStorage.getItem(SIGNING_IN_KEY) !== null
    sessionStorage.removeItem(SIGNING_IN_KEY)
    return isSigningIn
  } catch {
    // Forbidden storage remembered nothing.
    return false
  }
}

/** Leaves for the provider; `redirect` is the path to come back to. */
export const signInWith = async (provider: ProviderId, redirect: string | null) => {
  const { data } = await api('POST /api/sign-in/provider/:provider', {
    params: { provider },
    body: redirect === null ? {} : { redirect },
  })
  noteSigningIn()
  window.location.assign(data.url)
}
