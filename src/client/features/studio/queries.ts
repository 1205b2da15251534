import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { callQuery, pagedQuery } from '#client/lib/query.ts'
import type { DraftSummary } from '#shared/contract/studio.ts'

const POLL_MS = 1_000

export const studioQuery = callQuery(['studio', 'me'], 'GET /api/studio', {})

/** Photos are scanned in the background, so the list is polled until all of them are. */
export const useDrafts = (state: DraftSummary['state']) =>
  useInfiniteQuery({
    ...pagedQuery(['studio', 'drafts', state], (after, signal) =>
      api('GET /api/studio/drafts', { query: { state, ...after }, signal }),
    ),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ drafts }) => drafts.some(({ scan }) => scan === 'scanning'))
        ? 2 * POLL_MS
        : false,
  })

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['studio', 'draft', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/studio/drafts/:id', { params: { id }, signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) => (data?.scan === 'scanning' ? POLL_MS : false),
  })
