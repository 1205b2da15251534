import { queryOptions } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'

/** They change only with the server's settings. */
export const providersQuery = queryOptions({
  queryKey: ['sign-in-providers'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/sign-in/providers', { signal })).data.providers,
  staleTime: Number.POSITIVE_INFINITY,
})
