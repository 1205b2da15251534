import { queryOptions } from '@tanstack/react-query'
import { ApiError, api, inlinedReply } from '#client/lib/api.ts'
import { tabStorage } from '#client/lib/browser-storage.ts'
import type { ProviderId } from '#shared/contract/session.ts'
import { LOGIN_ERRORS } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'
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

/** The ways to sign in; they change only with the server's settings. */
export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: async ({ signal }) => (await api('GET /api/sign-in/providers', { signal })).data,
  initialData: () => inlinedReply('GET /api/sign-in/providers')?.data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Goes on after a sign-in by e-mail, or to the login page that explains a conflict (§8). */
export const arriveByEmail = async (
  signIn: () => Promise<{ data: { redirect: string | null } }>,
) => {
  try {
    const { data } = await signIn()
    noteSigningIn()
    // A full load, as after a provider's redirect, because all data now belongs to the user.
    window.location.assign(data.redirect ?? paths.profile.href('saved-products'))
  } catch (error) {
    if (!(error instanceof ApiError && error.code?.startsWith(LOGIN_ERRORS.accountExistsCode(''))))
      throw error
    const query = new URLSearchParams({ error: error.code, provider: 'email' })
    window.location.assign(`${paths.login.href()}?${query.toString()}`)
  }
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
