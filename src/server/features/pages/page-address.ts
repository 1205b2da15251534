import { randomInt } from 'node:crypto'
import { CATALOG } from '#shared/constants.ts'
import { knownAddress } from '#server/http/known-address.ts'
import type { RouteName } from './pages.service.ts'

/** Query names that change what the server renders; all others only the browser reads, or nobody. */
const RENDERED_QUERY: Partial<Record<RouteName, readonly string[]>> = {
  searchResult: ['celebrities', 'q'],
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

export const pageAddress = (url: string, route: RouteName) =>
  knownAddress(url, RENDERED_QUERY[route] ?? [])
