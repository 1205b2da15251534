import { queryOptions } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import type { Wish } from '#client/features/photo-finder/scan/answer-view.ts'
import { productListQuery } from '#shared/product-filters.ts'

const bodyOf = (embedding: string, { q, filters }: Wish) => {
  const { sort: _sort, ...body } = productListQuery(
    q === '' ? { embedding } : { embedding, q },
    filters,
  )
  return body
}

/** The same answer serves for as long as the photo is on the screen. */
const KEPT = { staleTime: Infinity, retry: 1 } as const

export const answersQuery = (embedding: string, wish: Wish, count: number) => {
  const body = { ...bodyOf(embedding, wish), count }
  return queryOptions({
    queryKey: ['answers', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers', { body, signal })).data,
    ...KEPT,
  })
}

export const answerCountsQuery = (embedding: string, wish: Wish) => {
  const body = bodyOf(embedding, wish)
  return queryOptions({
    queryKey: ['answer-counts', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers/counts', { body, signal })).data,
    ...KEPT,
  })
}
