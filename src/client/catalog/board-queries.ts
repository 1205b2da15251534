import { queryOptions } from '@tanstack/react-query'
import { api, inlinedReply } from '#client/lib/api.ts'

/** Below one key, so that everything about boards is read again after a change. */
const KEY = 'boards'

export const boardsQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) => (await api('GET /api/boards', { signal })).data.boards,
})

export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/boards/:id', { params: { id }, signal })).data,
  })

export const sharedBoardQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-board', token],
    queryFn: async ({ signal }) =>
      (await api('GET /api/shared-boards/:token', { params: { token }, signal })).data,
    initialData: () => inlinedReply('GET /api/shared-boards/:token', {}, { token })?.data,
  })
