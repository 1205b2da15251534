import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { tryToSignOut } from './pending-sign-out.ts'
import { sessionQuery } from './session.ts'
import { clearLocalUser } from './stored-user.ts'

/** §4: the user is cleared whether or not the call succeeds. */
export const endSession = async (queries: QueryClient) => {
  await tryToSignOut()
  clearLocalUser()
  queries.setQueryData(sessionQuery.queryKey, null)
}

/** §4: signing out leads to the root. */
export const useSignOut = () => {
  const queries = useQueryClient()
  return () => void endSession(queries).then(() => window.location.assign(paths.home.href()))
}
