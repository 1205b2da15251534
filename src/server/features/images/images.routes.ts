import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { imageCalls } from '#shared/contract/catalog.ts'
import { AppError } from '#server/core/http/errors.ts'
import { enforceLimit, type RateLimiter } from '#server/core/http/rate-limits.store.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import type { CallInput, Handlers } from '#server/core/http/serve.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import type { ImageProxy } from './image-proxy.service.ts'
import type { Media } from './media.service.ts'
import type { Card, PreviewCards } from './preview-cards.service.ts'
import { formatFor, ladderWidth } from './variants.ts'

/** Our own files never change, except portraits; remote pictures may change. */
const FOREVER = 'public, max-age=31536000, immutable'
const A_WEEK = 'public, max-age=604800, stale-while-revalidate=86400'

export const imageHandlers = (
  proxy: ImageProxy,
  limits: RateLimiter,
): Handlers<typeof imageCalls> => ({
  'GET /api/image-proxy': async ({ query, request, user, address }) => {
    const format = formatFor(request.headers.get('accept') ?? '')
    const variant = { width: ladderWidth(query.w), format }
    const pictureRequest = { url: query.url, variant, signal: request.signal }
    const { body, isLasting, ...encoded } = await proxy.read(pictureRequest, () =>
      enforceLimit(limits, 'imageProxy', { user, address }),
    )
    return fileResponse(request, body, {
      'content-type': `image/${encoded.format}`,
      'cache-control': isLasting ? FOREVER : A_WEEK,
      vary: 'Accept',
      // Feeds and embeds show these public pictures on other sites.
      'cross-origin-resource-policy': 'cross-origin',
    })
  },
})

/** `/media/<key>` serves stored files as they are. */
export const mountMedia = (app: Hono<AppEnv>, media: Media) =>
  app.get(`${MEDIA_PREFIX}*`, async (context) => {
    const key = media.keyOf(new URL(context.req.url).pathname)
    const file = key === null ? null : await media.read(key)
    if (key === null || !file) throw new AppError(404, 'Not found')
    return fileResponse(context.req.raw, file.body, {
      'content-type': file.contentType,
      'cache-control': media.isLasting(key) ? FOREVER : A_WEEK,
      // Other files must not run as pages of our origin.
      ...(file.contentType.startsWith('image/') ? {} : { 'content-disposition': 'attachment' }),
    })
  })

/** Replies with the bytes, or with 304 if the browser already has them. */
export const fileResponse = (request: Request, body: Buffer, headers: Record<string, string>) => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const isKnown = request.headers
    .get('if-none-match')
    ?.split(',')
    .some((candidate) => candidate.trim() === etag || candidate.trim() === '*')
  if (isKnown) return new Response(null, { status: 304, headers: { ...headers, etag } })
  return new Response(new Uint8Array(body), {
    headers: { ...headers, etag, 'content-length': String(body.length) },
  })
}

type CardCall = Pick<CallInput<{ permission: 'browse' }>, 'request' | 'user' | 'address'>

/** By default caches must revalidate, because what a card shows may be withdrawn. */
export const createCardReply =
  (cards: PreviewCards, limits: RateLimiter) =>
  async (card: Card, { request, user, address }: CardCall, caching = 'no-cache') => {
    const body = await cards(card, request.signal, () =>
      enforceLimit(limits, 'imageProxy', { user, address }),
    )
    return fileResponse(request, body, { 'content-type': 'image/jpeg', 'cache-control': caching })
  }
