import type { QueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { keepingTheme } from '#client/lib/theme.ts'
import { paths } from '#shared/paths.ts'
import { tryToSignOut } from './pending-sign-out.ts'
import { sessionQuery } from './session.ts'
import { clearLocalUser } from './stored-user.ts'

/** §4: the user is cleared whether or not the call succeeds. */
const clearUser = async () => {
  const { url } = await tryToSignOut()
  clearLocalUser()
  return url
}

export const endSession = async (queries: QueryClient) => {
  await clearUser()
  queries.setQueryData(sessionQuery.queryKey, null)
}

/** §4: signing out leads to the root, by way of an OpenID provider if the session began there. */
export const signOut = () =>
  void clearUser().then((url) => window.location.assign(url ?? paths.home.href()))

/** Unlike signing out here, this must succeed: otherwise the other devices stay signed in. */
export const signOutEverywhere = async () => {
  await keepingTheme(() => api('DELETE /api/account/sessions'))
  clearLocalUser()
  window.location.assign(paths.home.href())
}
