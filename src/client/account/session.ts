import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, inlinedReply } from '#client/lib/api.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await api('GET /api/session', { signal })).data.user,
  initialData: () => inlinedReply('GET /api/session')?.data.user,
  staleTime: 60_000,
  refetchOnWindowFocus: true,
})

/** The signed-in person; `user` is null for a visitor, undefined while that is being checked. */
export const useSession = () => {
  const { data, isPending, isError } = useQuery(sessionQuery)
  return { user: data, isChecking: isPending, hasFailed: isError && data === undefined }
}
