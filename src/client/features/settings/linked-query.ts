import { queryOptions } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'

export const linkedQuery = queryOptions({
  queryKey: ['linked-providers'],
  queryFn: async ({ signal }) => (await api('GET /api/account/providers', { signal })).data.linked,
  staleTime: 0,
})
