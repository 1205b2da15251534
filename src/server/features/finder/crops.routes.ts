import type { Hono } from 'hono'
import { AppError } from '#server/core/http/errors.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import type { Crops } from './crop-publisher.ts'

/** Crops for search providers, which have no session: the address itself is signed and expires. */
export const mountCrops = (app: Hono<AppEnv>, crops: Pick<Crops, 'read'>) =>
  app.get('/media/crops/:name', async (context) => {
    const jpeg = await crops.read(context.req.param('name'), context.req.query('signature') ?? '')
    if (!jpeg) throw new AppError(404, 'Not found')
    return new Response(new Uint8Array(jpeg), {
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' },
    })
  })
