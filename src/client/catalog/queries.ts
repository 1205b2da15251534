import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, inlinedReply } from '#client/lib/api.ts'
import { recallNumber, rememberNumber } from '#client/lib/browser-storage.ts'
import { initialSeed } from '#client/lib/initial-data.ts'
import { CATALOG } from '#shared/constants.ts'
import type { StyleTab, StyleType } from '#shared/domain/celebrity.ts'
import { MIN_SAVING } from '#shared/domain/money.ts'
import { celebritiesValue, type CelebritySelection, FEED } from '#shared/paths.ts'
import { type ProductFilters, productListQuery } from '#shared/product-filters.ts'

const MEMORY_KEY = 'shuffle-seed'

/**
 * Lists are shuffled. One seed per visit keeps paging and back navigation stable. If the page came
 * with inlined data, the visit uses the seed of that data.
 */
const shuffleSeed = (): number => {
  const seed =
    initialSeed() ?? recallNumber(MEMORY_KEY) ?? Math.floor(Math.random() * CATALOG.feedSeeds)
  rememberNumber(MEMORY_KEY, seed)
  return seed
}

type Cursor = string | undefined

/** A list that is loaded page by page; its first page may have come inside the document. */
const pagedQuery = <Page extends { next: string | null }>(
  queryKey: readonly unknown[],
  load: (after: { after?: string }, signal: AbortSignal) => Promise<{ data: Page }>,
  inlined: () => { data: Page } | undefined,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      (await load(pageParam === undefined ? {} : { after: pageParam }, signal)).data,
    initialData: () => {
      const reply = inlined()
      return reply && { pages: [reply.data], pageParams: [undefined] }
    },
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ next }): Cursor => next ?? undefined,
  })

const selectionQuery = (selection: CelebritySelection) => ({
  celebrities: celebritiesValue(selection),
  seed: shuffleSeed(),
})

export const celebritiesQuery = (tab: StyleTab) => {
  const style: { style?: StyleType } = tab === 'all' ? {} : { style: tab }
  return pagedQuery(
    ['celebrities', tab],
    (after, signal) => api('GET /api/celebrities', { query: { ...style, ...after }, signal }),
    () => inlinedReply('GET /api/celebrities', style),
  )
}

export const imagesQuery = (selection: CelebritySelection) =>
  pagedQuery(
    ['images', celebritiesValue(selection)],
    (after, signal) =>
      api('GET /api/images', { query: { ...selectionQuery(selection), ...after }, signal }),
    () => inlinedReply('GET /api/images', selectionQuery(selection)),
  )

/**
 * The feed is fetched again if fewer than 2000 combined entries are loaded. Marked when the feed is
 * left, because what came inside the page is fresh when it is first shown.
 */
export const expireShortFeed = (queries: QueryClient) => {
  const { queryKey } = imagesQuery(FEED)
  const pages = queries.getQueryData(queryKey)?.pages ?? []
  const entries = pages.reduce((sum, { images }) => sum + images.length, 0)
  if (entries < CATALOG.feedRefetchBelowEntries)
    void queries.invalidateQueries({ queryKey, refetchType: 'none' })
}

export const productsQuery = (selection: CelebritySelection) =>
  pagedQuery(
    ['products', celebritiesValue(selection)],
    (after, signal) =>
      api('GET /api/products', { query: { ...selectionQuery(selection), ...after }, signal }),
    () => inlinedReply('GET /api/products', selectionQuery(selection)),
  )

export const imageQuery = (url: string) =>
  queryOptions({
    queryKey: ['image', url],
    queryFn: async ({ signal }) => (await api('GET /api/image', { query: { url }, signal })).data,
    initialData: () => inlinedReply('GET /api/image', { url })?.data,
  })

export const creatorQuery = (name: string) =>
  queryOptions({
    queryKey: ['creator', name],
    queryFn: async ({ signal }) =>
      (await api('GET /api/creators/:name', { params: { name }, signal })).data,
    initialData: () => inlinedReply('GET /api/creators/:name', {}, { name })?.data,
  })

export const personQuery = (name: string) =>
  queryOptions({
    queryKey: ['person', name],
    queryFn: async ({ signal }) =>
      (await api('GET /api/people/:name', { params: { name }, signal })).data,
    initialData: () => inlinedReply('GET /api/people/:name', {}, { name })?.data,
  })

/**
 * Amounts that name no currency are in the visitor's. Only lists with an amount depend on it: the others
 * are the same for everyone, and the page may have come with them.
 */
const amountsIn = (currency: string | null, words: string): { currency?: string } =>
  currency !== null && /\d/.test(words) ? { currency } : {}

export const searchQuery = (words: string, currency: string | null) => {
  const query = { q: words, ...amountsIn(currency, words) }
  return queryOptions({
    queryKey: ['search', query],
    queryFn: async ({ signal }) => (await api('GET /api/search', { query, signal })).data,
    enabled: words !== '',
  })
}

export const collectionsQuery = (words: string) =>
  queryOptions({
    queryKey: ['collections', words],
    queryFn: async ({ signal }) =>
      (await api('GET /api/collections', { query: { q: words }, signal })).data.collections,
    enabled: words !== '',
  })

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/product/:id', { params: { id }, signal })).data,
    initialData: () => inlinedReply('GET /api/product/:id', undefined, { id })?.data,
  })

const SIMILAR_SHOWN = 12
/** Looked at for cheaper ones: a price only ever leaves products out. */
const SIMILAR_COMPARED = 100

/** `below`: only what costs clearly less than this. */
export const similarQuery = (id: string, below?: { amount: number; currency: string }) =>
  queryOptions({
    queryKey: ['similar', id, below],
    queryFn: async ({ signal }) => {
      const query = below
        ? {
            count: SIMILAR_COMPARED,
            maxPrice: below.amount * (1 - MIN_SAVING),
            currency: below.currency,
          }
        : { count: SIMILAR_SHOWN }
      const { data } = await api('GET /api/products/:id/similar', { params: { id }, query, signal })
      return data.products.slice(0, SIMILAR_SHOWN)
    },
  })

export const nearestQuery = (id: string) =>
  queryOptions({
    queryKey: ['nearest-in-stock', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/products/:id/nearest-in-stock', { params: { id }, signal })).data
        .product,
  })

/** What a list is about before it is filtered: words, or people. */
export type ListedProducts = { q: string } | { celebrities: string }

/** A searched or filtered list. */
export const productSearchQuery = (
  listed: ListedProducts,
  filters: ProductFilters,
  currency: string | null,
) => {
  const words = [filters.price, 'q' in listed && listed.q].join(' ')
  const query = { ...productListQuery(listed, filters), ...amountsIn(currency, words) }
  return pagedQuery(
    ['found', query],
    (after, signal) => api('GET /api/search/products', { query: { ...query, ...after }, signal }),
    () => inlinedReply('GET /api/search/products', query),
  )
}

export const countsQuery = (
  listed: ListedProducts,
  filters: ProductFilters,
  currency: string | null,
) => {
  const { sort: _sort, ...shown } = productListQuery(listed, filters)
  const query = { ...shown, ...(currency === null ? {} : { currency }) }
  return queryOptions({
    queryKey: ['counts', query],
    queryFn: async ({ signal }) => (await api('GET /api/search/counts', { query, signal })).data,
  })
}
