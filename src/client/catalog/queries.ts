import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, readInlinedReply } from '#client/lib/api.ts'
import { recallNumber, rememberNumber } from '#client/lib/browser-storage.ts'
import { readInitialSeed } from '#client/lib/initial-data.ts'
import { createCallQuery, createPagedQuery } from '#client/lib/query.ts'
import { CATALOG } from '#shared/constants.ts'
import type { StyleTab, StyleType } from '#shared/domain/celebrity.ts'
import { MIN_SAVING } from '#shared/domain/price-comparison.ts'
import type { TopicKind } from '#shared/domain/topic.ts'
import { formatCelebritySelection, type CelebritySelection, EVERYONE } from '#shared/paths.ts'
import { type ProductFilters, buildProductListQuery } from '#shared/product-filters.ts'

const MEMORY_KEY = 'shuffle-seed'

/**
 * Lists are shuffled. One seed per visit keeps paging and back navigation stable. If the page came
 * with inlined data, the visit uses the seed of that data.
 */
const chooseShuffleSeed = (): number => {
  const seed =
    readInitialSeed() ?? recallNumber(MEMORY_KEY) ?? Math.floor(Math.random() * CATALOG.feedSeeds)
  rememberNumber(MEMORY_KEY, seed)
  return seed
}

const buildSelectionQuery = (selection: CelebritySelection) => ({
  celebrities: formatCelebritySelection(selection),
  seed: chooseShuffleSeed(),
})

export const createCelebritiesQuery = (tab: StyleTab) => {
  const style: { style?: StyleType } = tab === 'all' ? {} : { style: tab }
  return createPagedQuery(
    ['celebrities', tab],
    (after, signal) => api('GET /api/celebrities', { query: { ...style, ...after }, signal }),
    () => readInlinedReply('GET /api/celebrities', { query: style }),
  )
}

export const createImagesQuery = (selection: CelebritySelection) =>
  createPagedQuery(
    ['images', formatCelebritySelection(selection)],
    (after, signal) =>
      api('GET /api/images', { query: { ...buildSelectionQuery(selection), ...after }, signal }),
    () => readInlinedReply('GET /api/images', { query: buildSelectionQuery(selection) }),
  )

/**
 * The feed is fetched again if fewer than 2000 combined entries are loaded. It is marked as stale when
 * the feed is left, because the first page comes inside the document and is fresh when it is shown.
 */
export const expireShortFeed = (queries: QueryClient) => {
  const { queryKey } = createImagesQuery(EVERYONE)
  const pages = queries.getQueryData(queryKey)?.pages ?? []
  const entries = pages.reduce((sum, { images }) => sum + images.length, 0)
  if (entries < CATALOG.feedRefetchBelowEntries)
    void queries.invalidateQueries({ queryKey, refetchType: 'none' })
}

export const createProductsQuery = (selection: CelebritySelection) =>
  createPagedQuery(
    ['products', formatCelebritySelection(selection)],
    (after, signal) =>
      api('GET /api/products', { query: { ...buildSelectionQuery(selection), ...after }, signal }),
    () => readInlinedReply('GET /api/products', { query: buildSelectionQuery(selection) }),
  )

export const createImageQuery = (url: string) =>
  createCallQuery(['image', url], 'GET /api/image', { query: { url } })

export const createCreatorQuery = (name: string) =>
  createCallQuery(['creator', name], 'GET /api/creators/:name', { params: { name } })

export const createPersonQuery = (name: string) =>
  createCallQuery(['person', name], 'GET /api/people/:name', { params: { name } })

export const createTopicQuery = (kind: TopicKind, name: string) =>
  createPagedQuery(
    ['topic', kind, name],
    ({ after }, signal) =>
      api('GET /api/topics/:kind/:name', {
        params: { kind, name },
        query: after === undefined ? {} : { after: Number(after) },
        signal,
      }),
    () => readInlinedReply('GET /api/topics/:kind/:name', { params: { kind, name }, query: {} }),
  )

/**
 * Amounts that name no currency are in the visitor's. Only lists with an amount depend on it: the others
 * are the same for everyone, so that the server can put them into the page.
 */
const addAmountCurrency = (currency: string | null, words: string): { currency?: string } =>
  currency !== null && /\d/.test(words) ? { currency } : {}

export const createSearchQuery = (words: string, currency: string | null) => {
  const query = { q: words, ...addAmountCurrency(currency, words) }
  return {
    ...createCallQuery(['search', query], 'GET /api/search', { query }),
    enabled: words !== '',
  }
}

/** A space after the last word says that it is finished. */
export const createSuggestionsQuery = (text: string) => ({
  ...createCallQuery(['suggestions', text], 'GET /api/search/suggestions', { query: { q: text } }),
  enabled: text.trim() !== '',
})

export const createStartQuery = () => createCallQuery(['search-start'], 'GET /api/search/start', {})

export const createRelatedQuery = (words: string) =>
  createCallQuery(['related', words], 'GET /api/search/related', { query: { q: words } })

export const createCollectionsQuery = (words: string) => ({
  ...createCallQuery(['collections', words], 'GET /api/collections', { query: { q: words } }),
  enabled: words !== '',
})

export const createProductQuery = (id: string) =>
  createCallQuery(['product', id], 'GET /api/product/:id', { params: { id } })

const SIMILAR_COUNT = 12
/** A limit on the price only leaves products out, so more are fetched to choose from. */
const SIMILAR_CANDIDATES = 100

/** `below`: only products that cost clearly less than this. */
export const createSimilarQuery = (id: string, below?: { amount: number; currency: string }) =>
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

export const createNearestQuery = (id: string) =>
  createCallQuery(['nearest-in-stock', id], 'GET /api/products/:id/nearest-in-stock', {
    params: { id },
  })

/** The products of a list before it is filtered: those for words, or those of people. */
export type ListSubject = { q: string } | { celebrities: string }

/** A list that is searched or filtered. */
export const createProductSearchQuery = (
  subject: ListSubject,
  filters: ProductFilters,
  currency: string | null,
) => {
  const words = [filters.price, 'q' in subject && subject.q].join(' ')
  const query = {
    ...buildProductListQuery(subject, filters),
    ...addAmountCurrency(currency, words),
  }
  return createPagedQuery(
    ['product-search', query],
    (after, signal) => api('GET /api/search/products', { query: { ...query, ...after }, signal }),
    () => readInlinedReply('GET /api/search/products', { query }),
  )
}

export const createCountsQuery = (
  subject: ListSubject,
  filters: ProductFilters,
  currency: string | null,
) => {
  const { sort: _sort, ...list } = buildProductListQuery(subject, filters)
  const query = { ...list, ...(currency === null ? {} : { currency }) }
  return createCallQuery(['counts', query], 'GET /api/search/counts', { query })
}
