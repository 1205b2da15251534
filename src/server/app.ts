import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { sessionCalls } from '#shared/contract/session.ts'
import { systemCalls } from '#shared/contract/system.ts'
import { sessionHandlers } from './features/session/session.routes.ts'
import { systemHandlers } from './features/system/system.routes.ts'
import { errorReply } from './http/error-reply.ts'
import { AppError } from './http/errors.ts'
import { requestContext } from './http/request-context.ts'
import { sameOriginOnly, securityHeaders } from './http/security.ts'
import { type AppEnv, serve } from './http/serve.ts'
import type { AppParts } from './parts.ts'

/** The list of routes. Everything it needs is made elsewhere and passed in. */
export const createApp = (parts: AppParts) => {
  const app = new Hono<AppEnv>()
  app.use(requestContext(parts.log, parts.trustProxy))
  app.use(securityHeaders(parts.publicUrl ?? ''))
  app.use(compress())
  app.use(etag())
  app.use(
    sameOriginOnly(
      (origin, request) => origin === (parts.publicUrl ?? new URL(request.url).origin),
    ),
  )
  app.onError(errorReply)
  serve(
    app,
    parts,
    systemCalls,
    systemHandlers(() => parts.pool.query('SELECT 1')),
  )
  serve(app, parts, sessionCalls, sessionHandlers())
  app.notFound(() => {
    throw new AppError(404, 'Not found')
  })
  return app
}
