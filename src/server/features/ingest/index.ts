import { adminImportCalls } from '#shared/contract/admin-imports.ts'
import { adminShopCalls } from '#shared/contract/admin-shops.ts'
import { productLinkCalls } from '#shared/contract/product-links.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { createCatalogImports } from './catalog-imports.service.ts'
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
export { countersOn, recountTouched } from './counts.store.ts'
export { FORMULA_CELL } from './csv-reader.ts'
export { FEED_FORMATS } from './feed-parser.ts'
export { importCsv, type ImportResult, importRows } from './import.service.ts'
export { type DescribeProducts, describeProducts, IMPORT_LOCK } from './import.store.ts'
export { createOfferChecks } from './offer-checks.service.ts'
export { createProductLinks } from './product-links.service.ts'
export { createShops, ShopError } from './shops.service.ts'
export type { FeedRun } from './shops.store.ts'

const FEEDS_EVERY_MS = 60_000
const OFFERS_EVERY_MS = 30_000

type FeatureParts = Parameters<typeof adminShopHandlers>[0] & {
  shops: { runDue: () => Promise<unknown>; close: () => Promise<void> }
  catalogImports: ReturnType<typeof createCatalogImports>
  productLinks: ReturnType<typeof createProductLinks>
  offerChecks: ReturnType<typeof createOfferChecks> | null
}

export const ingestFeature = (parts: FeatureParts): Feature => {
  const { shops, catalogImports, productLinks, offerChecks } = parts
  return {
    routes: [
      calls(productLinkCalls, productLinkHandlers(productLinks.read)),
      calls(adminShopCalls, adminShopHandlers(parts)),
      calls(adminImportCalls, adminImportHandlers(catalogImports)),
    ],
    sweeps: { 'catalogue files': catalogImports.sweep },
    jobs: [
      { everyMs: FEEDS_EVERY_MS, tasks: { feeds: shops.runDue } },
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
