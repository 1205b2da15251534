import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { mountFeatures } from './core/feature.ts'
import { errorReply } from './core/http/error-reply.ts'
import { AppError } from './core/http/errors.ts'
import { trackLoad } from './core/http/load-shedding.ts'
import { type AppEnv, requestContext } from './core/http/request-context.ts'
import { sameOriginOnly, securityHeaders } from './core/http/security.ts'
import type { Parts } from './parts.ts'

/** Mounts the routes of all features behind the middleware of their stage. */
export const createApp = (parts: Parts) => {
  const app = new Hono<AppEnv>()
  const { features, publicUrl } = parts
  app.use(trackLoad(parts.load))
  app.use(requestContext(parts))
  app.use(securityHeaders(publicUrl ?? ''))
  app.onError(errorReply)
  mountFeatures(features, 'first', app, parts)
  app.use(sameOriginOnly)
  mountFeatures(features, 'uncompressed', app, parts)
  app.use(compress())
  app.use(etag())
  mountFeatures(features, 'compressed', app, parts)
  mountFeatures(features, 'last', app, parts)
  app.notFound(() => {
    throw new AppError(404, 'Not found')
  })
  return app
}
