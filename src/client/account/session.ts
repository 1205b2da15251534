import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { api, inlinedReply, onSessionExpired } from '#client/lib/api.ts'
import type { Account } from '#shared/contract/session.ts'
import { isSignOutPending, tryToSignOut } from './pending-sign-out.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Account | null> => {
    if (isSignOutPending() && !(await tryToSignOut()).isDone) return null
    return (await api('GET /api/session', { signal })).data.user
  },
  initialData: () => (isSignOutPending() ? undefined : inlinedReply('GET /api/session')?.data.user),
  staleTime: 60_000,
  refetchOnWindowFocus: true,
})

export const watchSession = (queries: QueryClient) =>
  onSessionExpired(() => queries.setQueryData(sessionQuery.queryKey, null))

const useObservedSession = () => {
  const { data, isPending, isError } = useQuery(sessionQuery)
  return { user: data, isChecking: isPending, hasFailed: isError && data === undefined }
}

/** The server renders once and observes nothing; an observer would be a thirtieth of a page's cost. */
const useInlinedSession = (): ReturnType<typeof useObservedSession> => {
  const user = inlinedReply('GET /api/session')?.data.user
  return { user, isChecking: user === undefined, hasFailed: false }
}

export const useSessionQuery = import.meta.env.SSR ? useInlinedSession : useObservedSession

/** One observer for the whole app: one for each component took a fifth of a render. */
export const SessionContext = createContext<ReturnType<typeof useSessionQuery> | null>(null)

/** The signed-in person; `user` is null for a visitor, undefined while that is being checked. */
export const useSession = () => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}
