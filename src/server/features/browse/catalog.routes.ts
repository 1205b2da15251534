import { Readable } from 'node:stream'
import { succeeded } from '#shared/contract/call.ts'
import type { catalogCalls, viewCalls } from '#shared/contract/catalog.ts'
import { refuseIfTooMany, type WindowCounter } from '#server/core/http/rate-limits.store.ts'
import { isRobot } from '#server/core/http/request-context.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Images } from '#server/features/images/index.ts'
import type { WordsSearch } from '#server/features/search/index.ts'
import type { CatalogFiles } from './catalog-files.service.ts'
import type { CatalogService } from './catalog.service.ts'
import type { TrendingStore } from './trending.store.ts'
import { cardFacts, type ProductDetails } from './product-detail.service.ts'

/** Previews show a price, which may change. */
const ONE_HOUR = 'public, max-age=3600'

type Parts = {
  catalog: CatalogService
  searchWords: WordsSearch
  files: CatalogFiles
  productDetail: ProductDetails
  cardReply: Images['cardReply']
}

export const catalogHandlers = ({
  catalog,
  searchWords,
  files,
  productDetail,
  cardReply,
}: Parts): Handlers<typeof catalogCalls> => ({
  'GET /api/home': async () => succeeded(await catalog.home()),
  'GET /api/celebrities': async ({ query }) =>
    succeeded(await catalog.celebrities(query.style, query.after)),
  'GET /api/images': async ({ query }) => succeeded(await catalog.images(query)),
  'GET /api/image': async ({ query }) => succeeded(await catalog.image(query.url)),
  'GET /api/products': async ({ query }) => succeeded(await catalog.products(query)),
  'GET /api/product/:id': async ({ params }) => succeeded(await productDetail(params.id)),
  'GET /api/product/:id/card': async ({ params, ...input }) =>
    cardReply(
      { kind: 'product', id: params.id, facts: cardFacts(await productDetail(params.id)) },
      input,
      ONE_HOUR,
    ),
  'GET /api/people/:name/card': async ({ params: { name }, ...input }) =>
    cardReply({ kind: 'person', id: name, facts: await catalog.personCard(name) }, input),
  'GET /api/look-card': async ({ query: { url }, ...input }) =>
    cardReply({ kind: 'look', id: url, facts: await catalog.lookCard(url) }, input),
  'GET /api/products/:id/worn-by': async ({ params }) => succeeded(await catalog.wornBy(params.id)),
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
})

/** Stores neither user nor address, and ignores robots. */
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
