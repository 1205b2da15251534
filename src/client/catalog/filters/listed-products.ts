import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, inlinedReply } from '#client/lib/api.ts'
import { productListQuery, type ProductFilters } from '#shared/product-filters.ts'

/** What a list is about before it is filtered: words, or people. */
export type ListedProducts = { q: string } | { celebrities: string }

type Cursor = string | undefined
const firstPage = undefined as Cursor

export const foundQuery = (listed: ListedProducts, filters: ProductFilters) => {
  const query = productListQuery(listed, filters)
  return infiniteQueryOptions({
    queryKey: ['found', query],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/search/products', {
          query: { ...query, ...(pageParam === undefined ? {} : { after: pageParam }) },
          signal,
        })
      ).data,
    initialData: () => {
      const reply = inlinedReply('GET /api/search/products', query)
      return reply && { pages: [reply.data], pageParams: [firstPage] }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

export const countsQuery = (listed: ListedProducts, filters: ProductFilters) => {
  const { sort: _sort, ...query } = productListQuery(listed, filters)
  return queryOptions({
    queryKey: ['counts', query],
    queryFn: async ({ signal }) => (await api('GET /api/search/counts', { query, signal })).data,
  })
}
