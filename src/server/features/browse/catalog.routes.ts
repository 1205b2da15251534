import { Readable } from 'node:stream'
import { succeeded } from '#shared/contract/call.ts'
import type { catalogCalls, viewCalls } from '#shared/contract/catalog.ts'
import {
  enforceLimit,
  type RateLimiter,
  refuseIfTooMany,
  type WindowCounter,
} from '#server/core/http/rate-limits.store.ts'
import { isRobot } from '#server/core/http/robots.ts'
import type { CallInput, Handlers } from '#server/core/http/serve.ts'
import {
  type CardFacts,
  fileResponse,
  lookCardId,
  type PreviewCards,
} from '#server/features/images/index.ts'
import type { WordsSearch } from '#server/features/search/index.ts'
import type { CatalogFiles } from './catalog-files.service.ts'
import type { CatalogService } from './catalog.service.ts'
import type { TrendingStore } from './trending.store.ts'
import { cardFacts, type ProductDetails } from './product-detail.service.ts'

/** A preview is fetched again after the price may have changed. */
const AN_HOUR = 'public, max-age=3600'
/** What may be withdrawn is asked for each time. */
const ASK_AGAIN = 'no-cache'

type Parts = {
  catalog: CatalogService
  searchWords: WordsSearch
  files: CatalogFiles
  productDetail: ProductDetails
  previewCards: PreviewCards
  limits: RateLimiter
}

export const catalogHandlers = ({
  catalog,
  searchWords,
  files,
  productDetail,
  previewCards,
  limits,
}: Parts): Handlers<typeof catalogCalls> => {
  const card = async (
    wanted: { id: string; facts: CardFacts },
    {
      request,
      user,
      address,
    }: Pick<CallInput<{ permission: 'browse' }>, 'request' | 'user' | 'address'>,
    caching: string,
  ) => {
    const body = await previewCards(wanted, request.signal, () =>
      enforceLimit(limits, 'imageProxy', { user, address }),
    )
    return fileResponse(request, body, { 'content-type': 'image/jpeg', 'cache-control': caching })
  }
  return {
    'GET /api/home': async () => succeeded(await catalog.home()),
    'GET /api/celebrities': async ({ query }) =>
      succeeded(await catalog.celebrities(query.style, query.after)),
    'GET /api/images': async ({ query }) => succeeded(await catalog.images(query)),
    'GET /api/image': async ({ query }) => succeeded(await catalog.image(query.url)),
    'GET /api/products': async ({ query }) => succeeded(await catalog.products(query)),
    'GET /api/product/:id': async ({ params }) => succeeded(await productDetail(params.id)),
    'GET /api/product/:id/card': async ({ params, ...input }) =>
      card({ id: params.id, facts: cardFacts(await productDetail(params.id)) }, input, AN_HOUR),
    'GET /api/people/:name/card': async ({ params: { name }, ...input }) =>
      card({ id: `person ${name}`, facts: await catalog.personCard(name) }, input, ASK_AGAIN),
    'GET /api/look-card': async ({ query: { url }, ...input }) =>
      card({ id: lookCardId(url), facts: await catalog.lookCard(url) }, input, ASK_AGAIN),
    'GET /api/products/:id/worn-by': async ({ params }) =>
      succeeded(await catalog.wornBy(params.id)),
    'GET /api/people/:name': async ({ params }) => succeeded(await catalog.person(params.name)),
    'GET /api/search': async ({ query }) => succeeded(await searchWords(query.q, query.currency)),
    'GET /products.csv': async () =>
      textResponse(files.csv(), 'text/csv; charset=utf-8', {
        'content-disposition': 'attachment; filename="products.csv"',
      }),
    'GET /celebrities.txt': async () =>
      textResponse(files.celebrityNames(), 'text/plain; charset=utf-8'),
    'GET /celebs-home.txt': async () =>
      new Response(await files.homeNames(), {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
      }),
  }
}

/** Neither who looked nor from where is stored; robots do not count. */
export const viewHandlers = (
  store: Pick<TrendingStore, 'countView'>,
  viewLimit: WindowCounter,
): Handlers<typeof viewCalls> => ({
  'POST /api/views': async ({ body, request, address }) => {
    refuseIfTooMany(viewLimit.take(address))
    if (!isRobot(request)) await store.countView(body.look)
  },
})

const textResponse = (
  pieces: AsyncIterable<string>,
  contentType: string,
  headers: Record<string, string> = {},
) =>
  new Response(Readable.toWeb(Readable.from(encoded(pieces))) as ReadableStream, {
    headers: { 'content-type': contentType, 'cache-control': 'no-cache', ...headers },
  })

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
