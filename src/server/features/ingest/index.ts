import { adminImportCalls } from '#shared/contract/admin-imports.ts'
import { adminShopCalls } from '#shared/contract/admin-shops.ts'
import { productLinkCalls } from '#shared/contract/product-links.ts'
import type { Pool } from 'pg'
import { calls, type Feature } from '#server/core/feature.ts'
import { createDocuments, createFacetRowsStore, facetsOn } from '#server/features/search/index.ts'
import type { createCatalogImports } from './catalog-imports.service.ts'
import { countersOn } from './counts.store.ts'
import { adminImportHandlers, adminShopHandlers, productLinkHandlers } from './ingest.routes.ts'
import type { createOfferChecks } from './offer-checks.service.ts'
import type { createProductLinks } from './product-links.service.ts'

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
export { createOfferChecks } from './offer-checks.service.ts'
export { createProductLinks } from './product-links.service.ts'
export { createShops, ShopError } from './shops.service.ts'
export type { FeedRun } from './shops.store.ts'

export const createFacets = (pool: Pool) => {
  const facets = facetsOn(pool)
  const documents = createDocuments(pool)
  return {
    convertPrices: async () => {
      await facets.convertPrices()
      await documents.convertPrices()
    },
    forgetOld: createFacetRowsStore(pool).forgetOld,
    /** After something other than an import has changed products, or a new version of the server. */
    describeChanged: async () => {
      const described = await facets.describeStale()
      if ((await documents.update()) || described > 0) await countersOn(pool).announceChange()
    },
  }
}

const FEEDS_EVERY_MS = 60_000
const OFFERS_EVERY_MS = 30_000

type FeatureParts = Parameters<typeof adminShopHandlers>[0] & {
  shops: { runDue: () => Promise<unknown>; close: () => Promise<void> }
  catalogImports: ReturnType<typeof createCatalogImports>
  productLinks: ReturnType<typeof createProductLinks>
  offerChecks: ReturnType<typeof createOfferChecks> | null
  facets: ReturnType<typeof createFacets>
}

export const ingestFeature = (parts: FeatureParts): Feature => {
  const { shops, catalogImports, productLinks, offerChecks, facets } = parts
  return {
    routes: [
      calls(productLinkCalls, productLinkHandlers(productLinks.read)),
      calls(adminShopCalls, adminShopHandlers(parts)),
      calls(adminImportCalls, adminImportHandlers(catalogImports)),
    ],
    sweeps: {
      'prices in euros': facets.convertPrices,
      'removed facets': facets.forgetOld,
      'catalogue files': catalogImports.sweep,
    },
    jobs: [
      {
        everyMs: FEEDS_EVERY_MS,
        // Facets first: reading feeds takes minutes, and products are not found by words meanwhile.
        tasks: { facets: facets.describeChanged, feeds: shops.runDue },
      },
      ...(offerChecks ? [{ everyMs: OFFERS_EVERY_MS, tasks: { offers: offerChecks.run } }] : []),
    ],
    // A feed that is being read stops with its connection, and changes nothing.
    abort: async () => {
      await shops.close()
      await catalogImports.close()
      await productLinks.close()
      await offerChecks?.close()
    },
  }
}
