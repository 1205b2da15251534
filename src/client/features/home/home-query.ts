import { queryOptions } from '@tanstack/react-query'
import { api, inlinedReply } from '#client/lib/api.ts'

/** Apart from the other queries of the catalogue, which Home does not need. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: async ({ signal }) => (await api('GET /api/home', { signal })).data,
  initialData: () => inlinedReply('GET /api/home')?.data,
})
