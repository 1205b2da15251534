import { readSentFile } from '#server/core/http/request-body.ts'
import type { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { AppError } from '#server/core/http/errors.ts'
import { callerGroup, enforceLimit, type RateLimiter } from '#server/core/http/rate-limits.store.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import type { CallInput, Handlers, ServeDependencies } from '#server/core/http/serve.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import type { imageCalls } from '#shared/contract/catalog.ts'
import type { uploadCalls } from '#shared/contract/library.ts'
import { UPLOADS_PATH } from '#shared/pictures.ts'
import type { ImageProxy } from './image-proxy.service.ts'
import type { Media } from './media.service.ts'
import type { Card, PreviewCards } from './preview-cards.service.ts'
import type { UploadsService } from './uploads.service.ts'
import { chooseFormat, roundToOfferedWidth, type Variant } from './variants.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

/** Any picture may be withdrawn, so caches must ask again within an hour. */
const AN_HOUR = 'public, max-age=3600, must-revalidate'

export const imageHandlers = (
  proxy: ImageProxy,
  limits: RateLimiter,
): Handlers<typeof imageCalls> => ({
  'GET /api/image-proxy': async ({ query, request, user, address }) => {
    const format = chooseFormat(request.headers.get('accept') ?? '')
    const variant = { width: roundToOfferedWidth(query.w), format }
    const pictureRequest = {
      url: query.url,
      variant,
      visitor: callerGroup(address),
      signal: request.signal,
    }
    const { body, format: encodedFormat } = await proxy.read(pictureRequest, () =>
      enforceLimit(limits, 'imageProxy', { user, address }),
    )
    return createFileResponse(request, body, {
      'content-type': `image/${encodedFormat}`,
      'cache-control': AN_HOUR,
      vary: 'Accept',
      // Feeds and embeds show these public pictures on other sites.
      'cross-origin-resource-policy': 'cross-origin',
    })
  },
})

/** `/media/<key>` serves stored files as they are. */
export const mountMedia = (app: Hono<AppEnv>, media: Media) =>
  app.get(`${MEDIA_PREFIX}*`, async (context) => {
    const key = media.parseKey(new URL(context.req.url).pathname)
    const file = key === null ? null : await media.read(key)
    if (key === null || !file) throw new AppError(404, HTTP_TEXT.notFound)
    return createFileResponse(context.req.raw, file.body, {
      'content-type': file.contentType,
      'cache-control': AN_HOUR,
      // Other files must not run as pages of our origin.
      ...(file.contentType.startsWith('image/') ? {} : { 'content-disposition': 'attachment' }),
    })
  })

/** Replies with the bytes, or with 304 if the browser already has them. */
export const createFileResponse = (
  request: Request,
  body: Buffer,
  headers: Record<string, string>,
) => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const isKnown = request.headers
    .get('if-none-match')
    ?.split(',')
    // Compression makes the tag weak.
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .some((candidate) => candidate === etag || candidate === '*')
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
    const caller = { visitor: callerGroup(address), signal: request.signal }
    const body = await cards(card, caller, () =>
      enforceLimit(limits, 'imageProxy', { user, address }),
    )
    return createFileResponse(request, body, {
      'content-type': 'image/jpeg',
      'cache-control': caching,
    })
  }

export const uploadHandlers = (uploads: UploadsService): Handlers<typeof uploadCalls> => ({
  'POST /image-local.php': async ({ files, user, request }) => {
    const bytes = await readSentFile(files, 'image')
    return { success: true, url: await uploads.keep(user.uid, bytes, request.signal) }
  },

  'POST /api/image-from-address': async ({ body, user, request }) => ({
    success: true,
    url: await uploads.keepFrom(user.uid, body.address, request.signal),
  }),
})

/** Serves an upload, resized on request, only to its owner. Everyone else gets a 404. */
export const mountUploads = (
  app: Hono<AppEnv>,
  uploads: UploadsService,
  { sessions, limits }: Pick<ServeDependencies, 'sessions' | 'limits'>,
) =>
  app.get(`${UPLOADS_PATH}:name`, async (context) => {
    const user = (await sessions.find(context.req.raw.headers))?.user
    const width = Number(context.req.query('w') ?? 0)
    // AVIF takes too long for pictures that are encoded at every request.
    const format = chooseFormat(context.req.header('accept') ?? '') === 'jpeg' ? 'jpeg' : 'webp'
    const variant: Variant | null = width > 0 ? { width: roundToOfferedWidth(width), format } : null
    const { pathname } = new URL(context.req.url)
    if (user && variant)
      await enforceLimit(limits, 'ownPictures', { user, address: context.get('address') })
    const { signal } = context.req.raw
    const body = user && (await uploads.readVariant(user.uid, pathname, { variant, signal }))
    if (!body) throw new AppError(404, HTTP_TEXT.notFound)
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': variant ? `image/${format}` : 'image/jpeg',
        'cache-control': 'private, no-store',
      },
    })
  })
