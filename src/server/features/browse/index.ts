import { createHash } from 'node:crypto'
import type { Core } from '#server/core/core.ts'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import {
  callerGroup,
  createWindowCounter,
  refuseIfTooMany,
} from '#server/core/http/rate-limits.store.ts'
import { cacheReplies } from '#server/core/http/reply-cache.ts'
import { isRobot } from '#server/core/http/request-context.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { createTextResponse } from '#server/core/http/text-response.ts'
import { createCreatorsStore } from '#server/features/boards/index.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Ingest } from '#server/features/ingest/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import { CATALOG_CHANGED } from '#server/features/catalog/index.ts'
import { type Search } from '#server/features/search/index.ts'
import { succeeded } from '#shared/contract/call.ts'
import { catalogCalls, viewCalls } from '#shared/contract/catalog.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { createCatalogFiles } from './catalog-files.service.ts'
import { createCatalogService } from './catalog.service.ts'
import { createCatalogFilesStore, createCatalogStore } from '#server/features/catalog/index.ts'
import { createShuffledFeedStore, createLookViewsStore } from '#server/features/catalog/index.ts'
import { getCardFacts, createProductDetail } from './product-detail.service.ts'
import { createCatalogReader, createProductDetailStore } from '#server/features/catalog/index.ts'
import { createTrendingFeed } from './trending.service.ts'

export { getCardFacts } from './product-detail.service.ts'

export const createCatalog = (pool: Connection) => ({
  catalog: createCatalogService(
    createCatalogStore(pool),
    createCatalogReader(pool),
    createShuffledFeedStore(pool),
    createTrendingFeed(createShuffledFeedStore(pool), createLookViewsStore(pool)),
    createCreatorsStore(pool).pagesOf,
  ),
  files: createCatalogFiles(createCatalogFilesStore(pool)),
})

const TRENDING_EVERY_MS = 10 * MINUTE_MS
/** What one address adds to the views of a look, so that nobody lifts a look alone. */
const VIEWS_OF_LOOK = { calls: 1, windowMs: HOUR_MS }

export const isCatalogEmpty = (pool: Connection) => createCatalogStore(pool).isEmpty()

type Dependencies = { images: Images; rates: RatesService; search: Search; ingest: Ingest }

/** People, looks and products of the catalogue for visitors. */
export const browseFeature = (core: Core, { images, rates, search, ingest }: Dependencies) => {
  const { pool, env, replies } = core
  const { catalog, files } = createCatalog(pool)
  const productDetail = createProductDetail({
    store: createProductDetailStore(pool),
    products: createCatalogReader(pool).products,
    wornIn: async (id) => (await catalog.wornBy(id)).images,
    rates: rates.current,
    noteView: (id) => ingest.offerChecks?.noteView(id),
    otherShops: env.SEARCH_ELSEWHERE,
  })
  const views = createLookViewsStore(pool)
  const viewLimit = createWindowCounter(RATE_LIMITS.click)
  const viewsOfLook = createWindowCounter(VIEWS_OF_LOOK)
  const viewCounts = createLookViewsStore(core.maintenance)
  const catalogHandlers: Handlers<typeof catalogCalls> = {
    'GET /api/home': async () => succeeded(await catalog.home()),
    'GET /api/celebrities': async ({ query }) =>
      succeeded(await catalog.celebrities(query.style, query.after)),
    'GET /api/images': async ({ query }) => succeeded(await catalog.images(query)),
    'GET /api/image': async ({ query }) => succeeded(await catalog.image(query.url)),
    'GET /api/products': async ({ query }) => succeeded(await catalog.products(query)),
    'GET /api/product/:id': async ({ params }) => succeeded(await productDetail(params.id)),
    'GET /api/product/:id/card': async ({ params, ...input }) =>
      images.cardReply(
        { kind: 'product', id: params.id, facts: getCardFacts(await productDetail(params.id)) },
        input,
        ONE_HOUR,
      ),
    'GET /api/people/:name/card': async ({ params: { name }, ...input }) =>
      images.cardReply({ kind: 'person', id: name, facts: await catalog.personCard(name) }, input),
    'GET /api/look-card': async ({ query: { url }, ...input }) =>
      images.cardReply({ kind: 'look', id: url, facts: await catalog.lookCard(url) }, input),
    'GET /api/products/:id/worn-by': async ({ params }) =>
      succeeded(await catalog.wornBy(params.id)),
    'GET /api/topics/:kind/:name': async ({ params, query }) =>
      succeeded(await catalog.topic(params.kind, params.name, query.after)),
    'GET /api/people/:name': async ({ params }) => succeeded(await catalog.person(params.name)),
    'GET /api/search': async ({ query }) =>
      succeeded(await search.searchWords(query.q, query.currency)),
    'GET /products.csv': async () =>
      createTextResponse(files.csv(), 'text/csv; charset=utf-8', {
        'content-disposition': 'attachment; filename="products.csv"',
      }),
    'GET /celebrities.txt': async () =>
      createTextResponse(files.celebrityNames(), 'text/plain; charset=utf-8'),
    'GET /celebs-home.txt': async () =>
      new Response(await files.homeNames(), {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
      }),
  }

  /** Stores neither user nor address, and ignores robots. A hash keeps long addresses out of memory. */
  const viewHandlers: Handlers<typeof viewCalls> = {
    'POST /api/views': async ({ body, request, address }) => {
      refuseIfTooMany(viewLimit.take(address))
      if (isRobot((name) => request.headers.get(name))) return
      const viewer = createHash('sha256')
        .update(`${callerGroup(address)} ${body.look}`)
        .digest('base64url')
      if (viewsOfLook.take(viewer) === null) await views.countView(body.look)
    },
  }

  return {
    catalog,
    productDetail,
    feature: {
      routes: [
        calls(viewCalls, viewHandlers),
        calls(catalogCalls, cacheReplies(catalogCalls, catalogHandlers, core.replyCaching)),
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

/** Previews show a price, which may change. */
const ONE_HOUR = 'public, max-age=3600'
