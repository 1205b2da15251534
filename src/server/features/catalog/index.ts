import type { Database } from '#server/db/database.ts'
import { createCatalogService } from './catalog.service.ts'
import { createWordsSearch } from './words-search.service.ts'

export { catalogCsv } from './catalog-files.service.ts'
export { catalogHandlers } from './catalog.routes.ts'
export type { CatalogService } from './catalog.service.ts'
export { PRODUCT_COLUMNS, PRODUCT_JOINS, productOf, type ProductRow } from './catalog.store.ts'
export { fillWithDemo } from './demo-fill.ts'
export { CATALOG_CHANGED } from './import/counters.store.ts'
export type { CatalogRowInput } from './import/catalog-row.ts'
export { importCsv, importRows, type ImportResult } from './import/import.service.ts'
export { PORTRAIT_FOLDER } from './portrait.ts'

export const createCatalog = (pool: Database['pool']) => ({
  pool,
  service: createCatalogService(pool),
  searchWords: createWordsSearch(pool),
})
