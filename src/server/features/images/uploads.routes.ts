import type { Hono } from 'hono'
import type { uploadCalls } from '#shared/contract/library.ts'
import { UPLOADS_PATH } from '#shared/pictures.ts'
import { AppError } from '#server/core/http/errors.ts'
import { enforceLimit } from '#server/core/http/rate-limits.store.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import type { Handlers, ServeParts } from '#server/core/http/serve.ts'
import type { UploadsService } from './uploads.service.ts'
import { formatFor, ladderWidth, type Variant } from './variants.ts'

export const uploadHandlers = (uploads: UploadsService): Handlers<typeof uploadCalls> => ({
  'POST /image-local.php': async ({ files, user, request }) => {
    const file = files['image']
    if (!file) throw new AppError(400, 'The picture is missing: send it as the field image.')
    const bytes = new Uint8Array(await file.arrayBuffer())
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
  { sessions, limits }: Pick<ServeParts, 'sessions' | 'limits'>,
) =>
  app.get(`${UPLOADS_PATH}:name`, async (context) => {
    const user = (await sessions.find(context.req.raw.headers))?.user
    const width = Number(context.req.query('w') ?? 0)
    // AVIF takes too long for pictures that are encoded at every request.
    const format = formatFor(context.req.header('accept') ?? '') === 'jpeg' ? 'jpeg' : 'webp'
    const variant: Variant | null = width > 0 ? { width: ladderWidth(width), format } : null
    const { pathname } = new URL(context.req.url)
    if (user && variant)
      await enforceLimit(limits, 'ownPictures', { user, address: context.get('address') })
    const { signal } = context.req.raw
    const body = user && (await uploads.show(user.uid, pathname, { variant, signal }))
    if (!body) throw new AppError(404, 'Not found')
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': variant ? `image/${format}` : 'image/jpeg',
        'cache-control': 'private, no-store',
      },
    })
  })
