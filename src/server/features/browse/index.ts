import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { catalogCalls, viewCalls } from '#shared/contract/catalog.ts'
import type { Core } from '#server/core/core.ts'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { createWindowCounter } from '#server/core/http/rate-limits.store.ts'
import { keepReplies } from '#server/core/http/reply-cache.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Ingest } from '#server/features/ingest/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import { CATALOG_CHANGED, type Search } from '#server/features/search/index.ts'
import { createCatalogFiles } from './catalog-files.service.ts'
import { createProductDetailStore, createProductsStore } from './catalog-products.store.ts'
import { catalogHandlers, viewHandlers } from './catalog.routes.ts'
import { createCatalogService } from './catalog.service.ts'
import { createCatalogFilesStore, createCatalogStore } from './catalog.store.ts'
import { createFeedStore } from './feed.store.ts'
import { createPersonStore } from './person.store.ts'
import { createTrendingFeed } from './trending.service.ts'
import { createTrendingStore } from './trending.store.ts'
import { createProductDetail } from './product-detail.service.ts'

export type { CatalogService } from './catalog.service.ts'
export { cardFacts } from './product-detail.service.ts'
export type { ProductDetails } from './product-detail.service.ts'
export { createProductsStore } from './catalog-products.store.ts'

export const createCatalog = (pool: Connection) => ({
  catalog: createCatalogService(
    createCatalogStore(pool),
    createFeedStore(pool),
    createPersonStore(pool),
    createTrendingFeed(createFeedStore(pool), createTrendingStore(pool)),
  ),
  files: createCatalogFiles(createCatalogFilesStore(pool)),
})

const TRENDING_EVERY_MS = 10 * 60_000

export const isCatalogEmpty = (pool: Connection) => createCatalogStore(pool).isEmpty()

type Dependencies = { images: Images; rates: RatesService; search: Search; ingest: Ingest }

/** People, looks and products of the catalogue for visitors. */
export const browseFeature = (core: Core, { images, rates, search, ingest }: Dependencies) => {
  const { pool, env, replies } = core
  const { catalog, files } = createCatalog(pool)
  const productDetail = createProductDetail({
    store: createProductDetailStore(pool),
    products: createProductsStore(pool),
    wornIn: async (id) => (await catalog.wornBy(id)).images,
    rates: rates.current,
    noteView: (id) => ingest.offerChecks?.noteView(id),
    otherShops: env.SEARCH_ELSEWHERE,
  })
  const handlers = catalogHandlers({
    catalog,
    files,
    productDetail,
    searchWords: search.searchWords,
    cardReply: images.cardReply,
  })
  const viewCounts = createTrendingStore(core.maintenance)
  return {
    catalog,
    productDetail,
    feature: {
      routes: [
        calls(
          viewCalls,
          viewHandlers(createTrendingStore(pool), createWindowCounter(RATE_LIMITS.click)),
        ),
        calls(catalogCalls, keepReplies(catalogCalls, handlers, core.keeping)),
      ],
      hourly: { 'views of looks': viewCounts.sweep },
      scheduled: [{ everyMs: TRENDING_EVERY_MS, tasks: { trending: viewCounts.refresh } }],
      start: ({ listener }) =>
        listener.listen(CATALOG_CHANGED, {
          onMessage: () => replies.clear(),
          onConnected: () => replies.clear(),
        }),
    } satisfies Feature,
  }
}
export type Browse = ReturnType<typeof browseFeature>
