import { useQueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { paths } from '#shared/paths.ts'
import { sessionQuery } from './session.ts'
import { clearLocalUser } from './stored-user.ts'

/** §4: whether or not the call succeeds, the user is cleared and sent to the root. */
export const useSignOut = () => {
  const queries = useQueryClient()
  const leave = () => {
    clearLocalUser()
    queries.setQueryData(sessionQuery.queryKey, null)
    window.location.assign(paths.home.href())
  }
  return () => {
    // The server logs its own failures; one that never arrived leaves a session that times out.
    api('POST /api/sign-out').then(leave, leave)
  }
}
