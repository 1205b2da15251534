import type { ProductFilterQuery } from '#shared/contract/product-search.ts'
import { createCatalog, createFacets } from '#server/features/catalog/index.ts'
import { createRates } from '#server/features/rates/index.ts'
import { benchFolder, filledDatabase } from './bench-database.ts'
import { median, percentile, printFigures, timesOf } from './statistics.ts'

const ROUNDS = 15

type Asked = ProductFilterQuery & { sort: 'relevance' | 'price' | 'price-desc' | 'newest' }

/** One, two and three filters, from the widest to the narrowest, and words. */
const PAGES: Readonly<Record<string, Asked>> = {
  'no filter, by price': { sort: 'price' },
  dresses: { kind: ['dresses'], sort: 'relevance' },
  'shoes, by price': { kind: ['footwear'], sort: 'price' },
  red: { colour: ['red'], sort: 'relevance' },
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
  'words: velvet dress': { q: 'velvet dress', sort: 'relevance' },
  'words: oversized navy jacket under 100 €': {
    q: 'oversized navy jacket under 100 €',
    sort: 'relevance',
  },
}

/** Calls the service directly: over HTTP the cache would hide the cost of a page. */
export const benchFilters = async (products: number) => {
  const database = await filledDatabase(benchFolder(String(products)), products)
  try {
    await createFacets(database.maintenance).describeChanged()
    const { productSearch } = createCatalog(
      database.pool,
      createRates(database.pool, undefined).current,
    )
    const rows = []
    const all: { page: number[]; counts: number[] } = { page: [], counts: [] }
    for (const [name, query] of Object.entries(PAGES)) {
      const page = await timesOf(ROUNDS, () => productSearch.products(query))
      const counts = await timesOf(ROUNDS, () => productSearch.counts(query))
      all.page.push(...page)
      all.counts.push(...counts)
      rows.push(rowOf(name, (await productSearch.counts(query)).total, page, counts))
    }
    rows.push(rowOf('all', products, all.page, all.counts))
    printFigures(`Filtered pages of ${products} products, without the reply cache`, rows)
  } finally {
    await database.close()
  }
}

const rowOf = (name: string, found: number, page: number[], counts: number[]) => ({
  filter: name,
  found,
  'page p50 ms': median(page),
  'page p90 ms': percentile(page, 0.9),
  'counts p50 ms': median(counts),
})
