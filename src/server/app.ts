import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { catalogCalls, imageCalls } from '#shared/contract/catalog.ts'
import { sessionCalls } from '#shared/contract/session.ts'
import { systemCalls } from '#shared/contract/system.ts'
import { catalogHandlers } from './features/catalog/catalog.routes.ts'
import { createCatalogService } from './features/catalog/catalog.service.ts'
import { imageHandlers, mountMedia } from './features/images/images.routes.ts'
import { mountApiDocs } from './features/docs/docs.routes.ts'
import { mountPages } from './features/pages/pages.routes.ts'
import { createPages } from './features/pages/pages.service.ts'
import { createWordsSearch } from './features/search/words-search.service.ts'
import { sessionHandlers } from './features/session/session.routes.ts'
import { systemHandlers } from './features/system/system.routes.ts'
import { answerFromCache, keepReplies } from './http/cached-calls.ts'
import { errorReply } from './http/error-reply.ts'
import { AppError } from './http/errors.ts'
import { requestContext } from './http/request-context.ts'
import { sameOriginOnly, securityHeaders, securityHeadersFor } from './http/security.ts'
import { type AppEnv, serve } from './http/serve.ts'
import type { AppParts } from './parts.ts'

/** The list of routes. Everything it needs is made elsewhere and passed in. */
export const createApp = (parts: AppParts) => {
  const app = new Hono<AppEnv>()
  const headers = securityHeadersFor(parts.publicUrl ?? '')
  app.use(answerFromCache(parts.replies))
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
  const catalog = createCatalogService(parts.pool)
  const searchWords = createWordsSearch(parts.pool)
  serve(
    app,
    parts,
    catalogCalls,
    keepReplies(catalogCalls, catalogHandlers({ pool: parts.pool, catalog, searchWords }), {
      cache: parts.replies,
      checkReplies: parts.checkReplies,
      headers,
    }),
  )
  serve(app, parts, imageCalls, imageHandlers(parts.imageProxy, parts.limits))
  mountMedia(app, parts.media)
  mountApiDocs(app)
  mountPages(app, {
    pages: createPages(catalog),
    files: parts.clientFiles,
    replies: parts.replies,
    publicUrl: parts.publicUrl,
    headers,
  })
  app.notFound(() => {
    throw new AppError(404, 'Not found')
  })
  return app
}
