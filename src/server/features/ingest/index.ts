import type { Connection } from '#server/core/db/query.ts'
import { createFacetRowsStore, facetsOn } from '#server/features/search/index.ts'
import { countersOn } from './counts.store.ts'

export { createCatalogImports } from './catalog-imports.service.ts'
export {
  type CatalogRowInput,
  CREDIT_COLUMNS,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from './catalog-row.ts'
export { CATALOG_CHANGED, countersOn, recountTouched } from './counts.store.ts'
export { FORMULA_CELL } from './csv-reader.ts'
export { FEED_FORMATS } from './feed-parser.ts'
export { importCsv, type ImportResult, importRows } from './import.service.ts'
export { type DescribeProducts, describeProducts, IMPORT_LOCK } from './import.store.ts'
export { adminImportHandlers, adminShopHandlers, productLinkHandlers } from './ingest.routes.ts'
export { createOfferChecks } from './offer-checks.service.ts'
export { createProductLinks } from './product-links.service.ts'
export { createShops, ShopError } from './shops.service.ts'
export type { FeedRun } from './shops.store.ts'

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
