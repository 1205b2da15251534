import { useQueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { sessionQuery } from './session.ts'

/** §4: sign-out errors are logged by the server; the user is still cleared and sent to the root. */
export const useSignOut = () => {
  const queries = useQueryClient()
  return () => {
    queries.setQueryData(sessionQuery.queryKey, null)
    window.location.assign(paths.home.href())
  }
}
