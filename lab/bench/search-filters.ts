import type { Database } from '#server/core/db/database.ts'
import type { ProductFilterQuery } from '#shared/contract/product-search.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { createSearch, type ProductSearch } from '#server/features/search/index.ts'
import { createRates } from '#server/features/rates/index.ts'
import { getBenchFolder, openFilledDatabase } from './bench-database.ts'
import { computeMedian, computePercentile, printFigures } from './statistics.ts'

const ROUNDS = 15
/** Milliseconds of a filtered page with its counts at a million products. */
const TARGETS = { median: 60, p95: 150 } as const
/** Of a search by words, one of them mistyped. */
const TYPO_MS = 80
/** Pages before the one that is measured as a deep one. */
const DEEP = 40

type Asked = ProductFilterQuery & {
  sort: 'relevance' | 'price' | 'price-desc' | 'newest'
  isDeep?: boolean
}

/** One, two and three filters, from the widest to the narrowest, people and words. */
const PAGES: Readonly<Record<string, Asked>> = {
  'no filter, by price': { sort: 'price' },
  'no filter, newest': { sort: 'newest' },
  dresses: { kind: ['dresses'], sort: 'relevance' },
  'shoes, by price': { kind: ['footwear'], sort: 'price' },
  'shoes, by price, page 40': { kind: ['footwear'], sort: 'price', isDeep: true },
  red: { colour: ['red'], sort: 'relevance' },
  'red, page 40': { colour: ['red'], sort: 'relevance', isDeep: true },
  'one brand, newest': { brand: ['Norrvik'], sort: 'newest' },
  '50 to 100 euros': { price: { min: 50, max: 100, currency: 'EUR' }, sort: 'relevance' },
  'red dresses': { kind: ['dresses'], colour: ['red'], sort: 'relevance' },
  'boots of a brand, by price': { kind: ['boots'], brand: ['Ondine'], sort: 'price' },
  'red dresses of a brand under 50 €': {
    kind: ['dresses'],
    colour: ['red'],
    brand: ['Quill'],
    price: { max: 50, currency: 'EUR' },
    sort: 'price',
  },
  'one person, by price': { celebrities: 'Almara Person 0', sort: 'price' },
  'one person, red': { celebrities: 'Quill Person 17', colour: ['red'], sort: 'relevance' },
  'words: dress': { q: 'dress', sort: 'relevance' },
  'words: velvet dress': { q: 'velvet dress', sort: 'relevance' },
  'words: oversized': { q: 'oversized', sort: 'newest' },
  'words: oversized navy jacket under 100 €': {
    q: 'oversized navy jacket under 100 €',
    sort: 'relevance',
  },
  'words: oversied jaket (typos)': { q: 'oversied jaket', sort: 'price-desc' },
}

const findDeepCursor = async (search: ProductSearch, query: Asked) => {
  let after: string | undefined
  for (let page = 1; page < DEEP; page += 1)
    after = (await search.products({ ...query, after })).next ?? undefined
  return after
}

/** Calls the service directly: over HTTP the cache would hide the cost of a page. */
export const benchFilters = async (products: number) => {
  const database = await openFilledDatabase(getBenchFolder(String(products)), products)
  const { current } = createRates(database.pool, undefined)
  const newSearch = () => createSearch(database.pool, current).productSearch
  try {
    await fillDocuments(database, products)
    const rows = []
    const all: Times = { page: [], list: [], counts: [] }
    const pages = []
    const search = newSearch()
    for (const [name, { isDeep, ...filters }] of Object.entries(PAGES)) {
      const after = isDeep ? await findDeepCursor(search, filters) : undefined
      const { total } = await search.counts(filters)
      const times: Times = { page: [], list: [], counts: [] }
      pages.push({ name, filters, query: { ...filters, after }, total, times })
    }
    // Pages alternate within each round, so that none profits from its own previous round.
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { filters, query, times } of pages) {
        // A new service, because it remembers for a moment that a list is long.
        const search = newSearch()
        const [begun, listed, counted] = [
          performance.now(),
          await search.products(query).then(() => performance.now()),
          await search.counts(filters).then(() => performance.now()),
        ]
        times.page.push(counted - begun)
        times.list.push(listed - begun)
        times.counts.push(counted - listed)
      }
    for (const { name, total, times } of pages) {
      rows.push(createRow(name, total, times))
      for (const part of ['page', 'list', 'counts'] as const) all[part].push(...times[part])
    }
    rows.push(createRow('all', products, all))
    printFigures(`Filtered pages of ${products} products, without the reply cache`, rows)
    const typo = pages.find(({ name }) => name.endsWith('(typos)'))?.times.list ?? []
    reportTarget('Median of a page with its counts', computeMedian(all.page), TARGETS.median)
    reportTarget(
      '95th percentile of a page with its counts',
      computePercentile(all.page, 0.95),
      TARGETS.p95,
    )
    reportTarget('Median of words with a typo', computeMedian(typo), TYPO_MS)
  } finally {
    await database.close()
  }
}

const reportTarget = (description: string, reached: number, target: number) =>
  process.stdout.write(
    `${description}: ${reached.toFixed(1)} ms. Target: ${target} ms: ${reached <= target ? 'met' : 'MISSED'}.\n`,
  )

/** Databases of earlier versions have no such table. */
const fillDocuments = async ({ maintenance }: Database, products: number) => {
  const started = performance.now()
  await createDocumentUpdater(maintenance).update()
  const seconds = (performance.now() - started) / 1_000
  await maintenance.query('VACUUM (ANALYZE) search.documents')
  printFigures('Missing search documents', [{ products, 'seconds to write': seconds }])
}

type Times = { page: number[]; list: number[]; counts: number[] }

const createRow = (name: string, total: number, { page, list, counts }: Times) => ({
  filter: name,
  found: total,
  'page p50 ms': computeMedian(page),
  'page p95 ms': computePercentile(page, 0.95),
  'list p50 ms': computeMedian(list),
  'counts p50 ms': computeMedian(counts),
})
