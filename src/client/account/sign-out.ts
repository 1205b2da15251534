import type { QueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { tryToSignOut } from './pending-sign-out.ts'
import { sessionQuery } from './session.ts'
import { clearLocalUser } from './stored-user.ts'

/** §4: the user is cleared whether or not the call succeeds. */
const clearUser = async () => {
  await tryToSignOut()
  clearLocalUser()
}

export const endSession = async (queries: QueryClient) => {
  await clearUser()
  queries.setQueryData(sessionQuery.queryKey, null)
}

/** §4: signing out leads to the root. */
export const signOut = () => void clearUser().then(() => window.location.assign(paths.home.href()))
