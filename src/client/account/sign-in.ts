import { api } from '#client/lib/api.ts'
import { tabStorage } from '#client/lib/browser-storage.ts'
import type { ProviderId } from '#shared/contract/session.ts'
import { forgetPendingSignOut } from './pending-sign-out.ts'

const SIGNING_IN_KEY = 'wearabouts.account.signing-in'

/** Remembers, across the provider's pages, that the next session is a login and not a restored one. */
export const noteSigningIn = () => {
  // An unfinished sign-out must not end the session that begins now.
  forgetPendingSignOut()
  tabStorage.write(SIGNING_IN_KEY, '1')
}

export const takeSigningIn = (): boolean => {
  const isSigningIn = tabStorage.read(SIGNING_IN_KEY) !== null
  tabStorage.remove(SIGNING_IN_KEY)
  return isSigningIn
}

/** Leaves for the provider's page; `redirect` is the path to return to. */
export const signInWith = async (provider: ProviderId, redirect: string | null) => {
  const { data } = await api('POST /api/sign-in/provider/:provider', {
    params: { provider },
    body: redirect === null ? {} : { redirect },
  })
  noteSigningIn()
  window.location.assign(data.url)
}
