import { randomInt } from 'node:crypto'
import { CATALOG } from '#shared/constants.ts'
import { FILTER_NAMES } from '#shared/product-filters.ts'
import { knownAddress } from '#server/core/http/reply-cache.ts'
import type { RouteName } from './pages.service.ts'

/** Query names that change what the server renders; all others only the browser reads, or nobody. */
const RENDERED_QUERY: Partial<Record<RouteName, readonly string[]>> = {
  searchResult: ['celebrities', 'q', ...FILTER_NAMES],
  celebrity: FILTER_NAMES,
  celebritySearchResult: ['celebrities'],
  termsPolicy: ['deletion'],
}

/** Shuffled for each visitor. */
const SHUFFLED: ReadonlySet<RouteName> = new Set([
  'searchResult',
  'celebritySearchResult',
  'celebrity',
])

export const seedFor = (route: RouteName): number =>
  SHUFFLED.has(route) ? randomInt(CATALOG.feedSeeds) : 0

/** The words after a product's id decide nothing, so they must not fill the cache. */
const withoutSlug = (address: string) => address.replace(/^(\/product\/[^/?]+)[^?]*/, '$1')

export const pageAddress = (url: string, route: RouteName) => {
  const address = knownAddress(url, RENDERED_QUERY[route] ?? [])
  return route === 'product' ? withoutSlug(address) : address
}
