import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api, inlinedReply, onSessionExpired } from '#client/lib/api.ts'
import type { Account } from '#shared/contract/session.ts'
import { isSignOutPending, tryToSignOut } from './pending-sign-out.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Account | null> => {
    if (isSignOutPending() && !(await tryToSignOut())) return null
    return (await api('GET /api/session', { signal })).data.user
  },
  initialData: () => (isSignOutPending() ? undefined : inlinedReply('GET /api/session')?.data.user),
  staleTime: 60_000,
  refetchOnWindowFocus: true,
})

export const watchSession = (queries: QueryClient) =>
  onSessionExpired(() => queries.setQueryData(sessionQuery.queryKey, null))

/** The signed-in person; `user` is null for a visitor, undefined while that is being checked. */
export const useSession = () => {
  const { data, isPending, isError } = useQuery(sessionQuery)
  return { user: data, isChecking: isPending, hasFailed: isError && data === undefined }
}
