import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, inlinedReply } from '#client/lib/api.ts'
import { recallNumber, rememberNumber } from '#client/lib/browser-storage.ts'
import { initialSeed } from '#client/lib/initial-data.ts'
import { callQuery, pagedQuery } from '#client/lib/query.ts'
import { CATALOG } from '#shared/constants.ts'
import type { StyleTab, StyleType } from '#shared/domain/celebrity.ts'
import { MIN_SAVING } from '#shared/domain/price.ts'
import { formatSelection, type CelebritySelection, FEED } from '#shared/paths.ts'
import { type ProductFilters, buildProductListQuery } from '#shared/product-filters.ts'

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

const selectionQuery = (selection: CelebritySelection) => ({
  celebrities: formatSelection(selection),
  seed: shuffleSeed(),
})

export const celebritiesQuery = (tab: StyleTab) => {
  const style: { style?: StyleType } = tab === 'all' ? {} : { style: tab }
  return pagedQuery(
    ['celebrities', tab],
    (after, signal) => api('GET /api/celebrities', { query: { ...style, ...after }, signal }),
    () => inlinedReply('GET /api/celebrities', { query: style }),
  )
}

export const imagesQuery = (selection: CelebritySelection) =>
  pagedQuery(
    ['images', formatSelection(selection)],
    (after, signal) =>
      api('GET /api/images', { query: { ...selectionQuery(selection), ...after }, signal }),
    () => inlinedReply('GET /api/images', { query: selectionQuery(selection) }),
  )

/**
 * The feed is fetched again if fewer than 2000 combined entries are loaded. It is marked as stale when
 * the feed is left, because the first page comes inside the document and is fresh when it is shown.
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
    ['products', formatSelection(selection)],
    (after, signal) =>
      api('GET /api/products', { query: { ...selectionQuery(selection), ...after }, signal }),
    () => inlinedReply('GET /api/products', { query: selectionQuery(selection) }),
  )

export const imageQuery = (url: string) =>
  callQuery(['image', url], 'GET /api/image', { query: { url } })

export const creatorQuery = (name: string) =>
  callQuery(['creator', name], 'GET /api/creators/:name', { params: { name } })

export const personQuery = (name: string) =>
  callQuery(['person', name], 'GET /api/people/:name', { params: { name } })

/**
 * Amounts that name no currency are in the visitor's. Only lists with an amount depend on it: the others
 * are the same for everyone, so that the server can put them into the page.
 */
const amountsIn = (currency: string | null, words: string): { currency?: string } =>
  currency !== null && /\d/.test(words) ? { currency } : {}

export const searchQuery = (words: string, currency: string | null) => {
  const query = { q: words, ...amountsIn(currency, words) }
  return { ...callQuery(['search', query], 'GET /api/search', { query }), enabled: words !== '' }
}

export const collectionsQuery = (words: string) => ({
  ...callQuery(['collections', words], 'GET /api/collections', { query: { q: words } }),
  enabled: words !== '',
})

export const productQuery = (id: string) =>
  callQuery(['product', id], 'GET /api/product/:id', { params: { id } })

const SIMILAR_COUNT = 12
/** A limit on the price only leaves products out, so more are fetched to choose from. */
const SIMILAR_CANDIDATES = 100

/** `below`: only products that cost clearly less than this. */
export const similarQuery = (id: string, below?: { amount: number; currency: string }) =>
  queryOptions({
    queryKey: ['similar', id, below],
    queryFn: async ({ signal }) => {
      const query = below
        ? {
            count: SIMILAR_CANDIDATES,
            maxPrice: below.amount * (1 - MIN_SAVING),
            currency: below.currency,
          }
        : { count: SIMILAR_COUNT }
      const { data } = await api('GET /api/products/:id/similar', { params: { id }, query, signal })
      return data.products.slice(0, SIMILAR_COUNT)
    },
  })

export const nearestQuery = (id: string) =>
  callQuery(['nearest-in-stock', id], 'GET /api/products/:id/nearest-in-stock', { params: { id } })

/** The products of a list before it is filtered: those for words, or those of people. */
export type ListSubject = { q: string } | { celebrities: string }

/** A list that is searched or filtered. */
export const productSearchQuery = (
  subject: ListSubject,
  filters: ProductFilters,
  currency: string | null,
) => {
  const words = [filters.price, 'q' in subject && subject.q].join(' ')
  const query = { ...buildProductListQuery(subject, filters), ...amountsIn(currency, words) }
  return pagedQuery(
    ['product-search', query],
    (after, signal) => api('GET /api/search/products', { query: { ...query, ...after }, signal }),
    () => inlinedReply('GET /api/search/products', { query }),
  )
}

export const countsQuery = (
  subject: ListSubject,
  filters: ProductFilters,
  currency: string | null,
) => {
  const { sort: _sort, ...list } = buildProductListQuery(subject, filters)
  const query = { ...list, ...(currency === null ? {} : { currency }) }
  return callQuery(['counts', query], 'GET /api/search/counts', { query })
}
