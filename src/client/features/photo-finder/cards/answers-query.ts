import { queryOptions } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import type { Wish } from '#client/features/photo-finder/scan/answer-view.ts'
import { productListQuery } from '#shared/product-filters.ts'

const bodyOf = (look: string, { q, filters }: Wish) => {
  const { sort: _sort, ...body } = productListQuery(q === '' ? { look } : { look, q }, filters)
  return body
}

/** The same answer serves for as long as the photo is on the screen. */
const KEPT = { staleTime: Infinity, retry: 1 } as const

export const answersQuery = (look: string, wish: Wish, count: number) => {
  const body = { ...bodyOf(look, wish), count }
  return queryOptions({
    queryKey: ['answers', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers', { body, signal })).data,
    ...KEPT,
  })
}

export const answerCountsQuery = (look: string, wish: Wish) => {
  const body = bodyOf(look, wish)
  return queryOptions({
    queryKey: ['answer-counts', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers/counts', { body, signal })).data,
    ...KEPT,
  })
}
