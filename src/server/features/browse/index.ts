import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { keepReplies, type ReplyKeeping } from '#server/core/http/reply-cache.ts'
import type { OtherShop } from '#server/core/search-elsewhere.ts'
import { createSearch } from '#server/features/search/index.ts'
import { catalogCalls } from '#shared/contract/catalog.ts'
import type { Rates } from '#shared/domain/money.ts'
import { createCatalogFiles } from './catalog-files.service.ts'
import { createProductDetailStore, createProductsStore } from './catalog-products.store.ts'
import { catalogHandlers } from './catalog.routes.ts'
import { type CatalogService, createCatalogService } from './catalog.service.ts'
import { createCatalogFilesStore, createCatalogStore } from './catalog.store.ts'
import { createFeedStore } from './feed.store.ts'
import * as detail from './product-detail.service.ts'

export type { CatalogService } from './catalog.service.ts'
export { cardFacts } from './product-detail.service.ts'
export type { ProductDetails } from './product-detail.service.ts'
export { createProductsStore } from './catalog-products.store.ts'

export const createCatalog = (pool: Connection, rates: () => Promise<Rates>) => {
  const store = createCatalogStore(pool)
  return {
    service: createCatalogService(store, createFeedStore(pool)),
    files: createCatalogFiles(createCatalogFilesStore(pool)),
    ...createSearch(pool, { rates, findPeople: store.findCelebrities }),
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

export const isCatalogEmpty = (pool: Database['pool']) => createCatalogStore(pool).isEmpty()

export const browseFeature = (
  catalog: ReturnType<typeof createCatalog>,
  productDetail: ReturnType<typeof createProductDetail>,
  keeping: ReplyKeeping,
): Feature => ({
  routes: [
    calls(
      catalogCalls,
      keepReplies(catalogCalls, catalogHandlers({ ...catalog, productDetail }), keeping),
    ),
  ],
})
