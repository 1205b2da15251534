import type { Readable } from 'node:stream'
import type { Rates } from '#shared/domain/money.ts'
import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { OtherShop } from '#server/providers/search/elsewhere.ts'
import { createCatalogFiles } from './catalog-files.service.ts'
import { createCatalogFilesStore } from './catalog-files.store.ts'
import { type CatalogService, createCatalogService } from './catalog.service.ts'
import { createCatalogStore } from './catalog.store.ts'
import type { CatalogRowInput } from './import/catalog-row.ts'
import { countersOn } from './import/counters.store.ts'
import * as service from './import/import.service.ts'
import * as shopImport from './import/shop-import.service.ts'
import type { ImportOptions } from './import/import.service.ts'
import { createImportStore } from './import/import.store.ts'
import * as detail from './product-detail.service.ts'
import { createProductDetailStore } from './product-detail.store.ts'
import { createProductsStore } from './products.store.ts'
import { facetsOn } from './search/facets.store.ts'
import { createFacetIndex } from './facet-index/facet-index.ts'
import { createFacetRowsStore } from './facet-index/facet-rows.store.ts'
import { createFilteredStore } from './filtered.store.ts'
import { createCatalogueWords, createShopNames, createWordForms } from './search/names.store.ts'
import { createProductSearch } from './product-search.service.ts'
import { createRefinedStore } from './refined.store.ts'
import { createRefinements } from './refinement.service.ts'
import * as removal from './import/removal.service.ts'
import { createShuffledStore } from './shuffled.store.ts'
import { createWordsSearch } from './words-search.service.ts'
import { createWordsSearchStore } from './words-search.store.ts'

export { catalogHandlers } from './catalog.routes.ts'
export type { ProductSearch } from './product-search.service.ts'
export { searchWords } from './search/search-words.ts'
export type { Refinements } from './refinement.service.ts'
export { productSearchHandlers } from './product-search.routes.ts'
export type { CatalogService } from './catalog.service.ts'
export { CATALOG_CHANGED } from './import/counters.store.ts'
export type { CatalogRowInput } from './import/catalog-row.ts'
export { type CsvRecord, readCsv } from './import/csv-reader.ts'
export type { ImportOptions, ImportResult } from './import/import.service.ts'
export type { ShopImport } from './import/shop-import.service.ts'
export type { StagedItem } from './import/staging.store.ts'
export { ProblemList, WITHHELD } from './import/problems.ts'
export type { CatalogRemoval } from './import/removal.service.ts'
export { cardFacts } from './product-detail.service.ts'
export type { ProductDetails } from './product-detail.service.ts'
export { PORTRAIT_FOLDER } from './portrait.ts'
export { createProductsStore } from './products.store.ts'

export const createCatalog = (pool: Connection, rates: () => Promise<Rates>) => {
  const store = createCatalogStore(pool)
  const facetIndex = createFacetIndex(pool)
  const filtered = createFilteredStore(pool, facetIndex)
  const productSearch = createProductSearch({
    store: filtered,
    words: createCatalogueWords(pool),
    wordForms: createWordForms(pool),
    findPeople: store.findCelebrities,
    shopNames: createShopNames(pool),
    rates,
  })
  return {
    service: createCatalogService(store, createShuffledStore(pool)),
    productSearch,
    facetIndex,
    refinements: createRefinements({
      search: productSearch,
      filtered,
      refined: createRefinedStore(pool),
    }),
    searchWords: createWordsSearch(
      createWordsSearchStore(pool),
      async (q, limit) => (await productSearch.products({ q, sort: 'relevance', limit })).products,
    ),
    files: createCatalogFiles(createCatalogFilesStore(pool)),
  }
}

export const createFacets = (pool: Connection) => {
  const facets = facetsOn(pool)
  return {
    convertPrices: facets.convertPrices,
    forgetOld: createFacetRowsStore(pool).forgetOld,
    /** After something other than an import has changed products, or a new version of the server. */
    describeChanged: async () => {
      if ((await facets.describeStale()) > 0) await countersOn(pool).announceChange()
    },
  }
}

export const createProductDetail = (
  pool: Connection,
  catalog: CatalogService,
  rates: () => Promise<Rates>,
  noteView: (productId: string) => void,
  otherShops: readonly OtherShop[],
) =>
  detail.createProductDetail({
    store: createProductDetailStore(pool),
    products: createProductsStore(pool),
    wornIn: async (id) => (await catalog.wornBy(id)).images,
    rates,
    noteView,
    otherShops,
  })

type Pool = Database['pool']

const describe = (client: Connection, among?: readonly string[]) =>
  facetsOn(client).describeStale(among)

const importStore = (pool: Pool) => createImportStore(pool, describe)

export const createCatalogRemoval = (pool: Pool) => removal.createCatalogRemoval(pool, describe)

export const isCatalogEmpty = (pool: Pool) => createCatalogStore(pool).isEmpty()

export const importCsv = (pool: Pool, input: Readable, options?: ImportOptions) =>
  service.importCsv(importStore(pool), input, options)

export const importRows = (pool: Pool, rows: Iterable<CatalogRowInput>, options?: ImportOptions) =>
  service.importRows(importStore(pool), rows, options)

export const createShopImport = (pool: Pool) => shopImport.createShopImport(importStore(pool))
