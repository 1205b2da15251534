import { join } from 'node:path'
import { adminImportCalls } from '#shared/contract/admin-imports.ts'
import { adminShopCalls } from '#shared/contract/admin-shops.ts'
import { productLinkCalls } from '#shared/contract/products.ts'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { PublicClientOptions } from '#server/core/web/public-client.ts'
import { createRemotePictureUrlsStore, type Images } from '#server/features/images/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { createCatalogImports, createShopFiles } from './catalog-imports.service.ts'
import { adminImportHandlers, adminShopHandlers, productLinkHandlers } from './ingest.routes.ts'
import { createOfferChecks } from './offer-checks.service.ts'
import { createProductLinks } from './product-links.service.ts'
import { createShops } from './shops.service.ts'

export {
  type CatalogRowInput,
  CREDIT_COLUMNS,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from './catalog-row.ts'
export { createShopFiles } from './catalog-imports.service.ts'
export { createCountsStore, recountRows } from './counts.store.ts'
export { FORMULA_CELL } from './csv-reader.ts'
export { SHOP_FEED_FORMATS } from './feed-parser.ts'
export { importCsv, type ImportResult, importRows } from './import.service.ts'
export { describeProducts, IMPORT_LOCK, createImportSession } from './import.store.ts'
export { createShops, ShopError } from './shops.service.ts'
export type { FeedRun } from './shops.store.ts'
export { type StagedItem, stagedRecords } from './staged-item.ts'

const FEEDS_EVERY_MS = 60_000
const OFFERS_EVERY_MS = 30_000

export type IngestOverrides = {
  /** Lets tests read from shops on this machine. */
  shopWeb?: PublicClientOptions
}

/** Feeds of shops, catalogue files, re-checked offers and products read from a shop's page. */
export const ingestFeature = (
  core: Core,
  { images, search }: { images: Images; search: Search },
  { shopWeb: web }: IngestOverrides,
) => {
  const { pool, maintenance, atomically, env, log, publicUrl, storage, audit } = core
  // A feed of a million items takes longer than a request may.
  const shops = createShops({
    pool: maintenance,
    atomically,
    settleSearch: search.database?.settleAll,
    shopFiles: createShopFiles({ pool, storage }),
    rememberPictures: createRemotePictureUrlsStore(pool).remember,
    folder: join(env.DATA_DIR, 'tmp'),
    log,
    web,
  })
  const catalogImports = createCatalogImports({
    pool,
    storage,
    maintenance,
    note: audit.note,
    log,
  })
  const productLinks = createProductLinks({ web, keepPicture: images.uploads.keepFrom })
  const offerChecks = env.RECHECK_OFFERS ? createOfferChecks({ pool, log, publicUrl, web }) : null
  return {
    catalogImports,
    /** Null if RECHECK_OFFERS is off. */
    offerChecks,

    feature: {
      routes: [
        calls(productLinkCalls, productLinkHandlers(productLinks.read)),
        calls(adminShopCalls, adminShopHandlers({ shops, log, audit })),
        calls(adminImportCalls, adminImportHandlers(catalogImports)),
      ],
      hourly: { 'catalogue files': catalogImports.sweep },
      scheduled: [
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
    } satisfies Feature,
  }
}
export type Ingest = ReturnType<typeof ingestFeature>
