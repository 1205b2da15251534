import type { Readable } from 'node:stream'
import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import { createFacetRowsStore, facetsOn } from '#server/features/search/index.ts'
import type { CatalogRowInput } from './import/catalog-row.ts'
import { countersOn } from './import/counters.store.ts'
import * as service from './import/import.service.ts'
import type { ImportOptions } from './import/import.service.ts'
import { createImportStore } from './import/import.store.ts'

export {
  type CatalogRowInput,
  CREDIT_COLUMNS,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from './import/catalog-row.ts'
export { CATALOG_CHANGED, countersOn } from './import/counters.store.ts'
export { FORMULA_CELL } from './import/formula-cells.ts'
export type { ImportOptions, ImportResult } from './import/import.service.ts'
export { type DescribeProducts, IMPORT_LOCK } from './import/import.store.ts'
export { recountTouched } from './import/recount.store.ts'
export {
  adminShopHandlers,
  createFreshness,
  createProductLinks,
  createShops,
  FEED_FORMATS,
  type FeedRun,
  productLinkHandlers,
  ShopError,
} from './shops/index.ts'

type Pool = Database['pool']

export const describeProducts = (client: Connection, among?: readonly string[]) =>
  facetsOn(client).describeStale(among)

const importStore = (pool: Pool) => createImportStore(pool, describeProducts)

export const importCsv = (pool: Pool, input: Readable, options?: ImportOptions) =>
  service.importCsv(importStore(pool), input, options)

export const importRows = (pool: Pool, rows: Iterable<CatalogRowInput>, options?: ImportOptions) =>
  service.importRows(importStore(pool), rows, options)

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
