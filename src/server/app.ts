import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { catalogCalls, imageCalls } from '#shared/contract/catalog.ts'
import { invitationCalls } from '#shared/contract/invitations.ts'
import { liveCalls } from '#shared/contract/live.ts'
import { ownProductCalls } from '#shared/contract/own-products.ts'
import { scanCalls } from '#shared/contract/scan.ts'
import { searchCalls } from '#shared/contract/search.ts'
import { sessionCalls } from '#shared/contract/session.ts'
import { systemCalls } from '#shared/contract/system.ts'
import { uploadCalls } from '#shared/contract/uploads.ts'
import { userCalls } from '#shared/contract/users.ts'
import { visionCalls } from '#shared/contract/vision.ts'
import { catalogHandlers } from './features/catalog/catalog.routes.ts'
import { createCatalogService } from './features/catalog/catalog.service.ts'
import { imageHandlers, mountMedia } from './features/images/images.routes.ts'
import { invitationHandlers } from './features/invitations/invitations.routes.ts'
import { liveHandlers } from './features/live/live.routes.ts'
import { ownProductHandlers } from './features/own-products/own-products.routes.ts'
import { searchHandlers } from './features/finder/search.routes.ts'
import { scanHandlers } from './features/finder/scan.routes.ts'
import { mountApiDocs } from './features/docs/docs.routes.ts'
import { mountPages } from './features/pages/pages.routes.ts'
import { createPages } from './features/pages/pages.service.ts'
import { createWordsSearch } from './features/search/words-search.service.ts'
import { sessionHandlers } from './features/session/session.routes.ts'
import { systemHandlers } from './features/system/system.routes.ts'
import { uploadHandlers } from './features/uploads/uploads.routes.ts'
import { userHandlers } from './features/users/users.routes.ts'
import { visionHandlers } from './features/finder/vision.routes.ts'
import { answerFromCache, keepReplies } from './http/cached-calls.ts'
import { errorReply } from './http/error-reply.ts'
import { AppError } from './http/errors.ts'
import { type AppEnv, requestContext } from './http/request-context.ts'
import { sameOriginOnly, securityHeaders, securityHeadersFor } from './http/security.ts'
import { serve } from './http/serve.ts'
import type { AppParts } from './parts.ts'
import type { Identity } from './providers/identity/identity.ts'
import { LOCAL_PROVIDER_PATH } from './providers/identity/local/local-provider.ts'

/** The list of routes. Everything it needs is made elsewhere and passed in. */
export const createApp = (parts: AppParts) => {
  const app = new Hono<AppEnv>()
  const headers = securityHeadersFor(parts.publicUrl ?? '')
  app.use(answerFromCache(parts.replies))
  app.use(requestContext(parts.log, parts.trustedProxies))
  app.use(securityHeaders(parts.publicUrl ?? ''))
  app.onError(errorReply)
  mountLocalProvider(app, parts.accounts.identity)
  // Before what reads a whole reply: this one never ends.
  serve(app, parts, liveCalls, liveHandlers(parts.accounts.live))
  app.use(
    sameOriginOnly(
      (origin, request) => origin === (parts.publicUrl ?? new URL(request.url).origin),
    ),
  )
  // These come line by line: packed or hashed they would all come at the end.
  serve(app, parts, scanCalls, scanHandlers(parts.finder))
  app.use(compress())
  app.use(etag())
  serve(
    app,
    parts,
    systemCalls,
    systemHandlers(() => parts.pool.query('SELECT 1')),
  )
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
  serveAccounts(app, parts)
  serveFinder(app, parts)
  serve(app, parts, visionCalls, visionHandlers(parts.vision.service))
  mountApiDocs(app)
  mountPages(app, {
    pages: createPages(catalog),
    files: parts.clientFiles,
    render: parts.renderScreen,
    log: parts.log,
    replies: parts.replies,
    publicUrl: parts.publicUrl,
    headers,
  })
  app.notFound(() => {
    throw new AppError(404, 'Not found')
  })
  return app
}

const serveAccounts = (app: Hono<AppEnv>, parts: AppParts) => {
  const { accounts } = parts
  serve(app, parts, sessionCalls, sessionHandlers(accounts))
  serve(app, parts, userCalls, userHandlers(accounts))
  serve(app, parts, invitationCalls, invitationHandlers(accounts.invitations))
  serve(
    app,
    parts,
    ownProductCalls,
    ownProductHandlers({ ...accounts, manualProducts: parts.finder.manualProducts }),
  )
}

const serveFinder = (app: Hono<AppEnv>, parts: AppParts) => {
  const { uploads, search } = parts.finder
  serve(app, parts, uploadCalls, uploadHandlers(uploads))
  serve(app, parts, searchCalls, searchHandlers(search, uploads))
}

/** Another party in the same process: its own headers, and requests from our server to itself. */
const mountLocalProvider = (app: Hono<AppEnv>, { handleLocal }: Identity) => {
  if (!handleLocal) return
  app.all(`${LOCAL_PROVIDER_PATH}/*`, async (context) => {
    const { incoming, outgoing } = context.env as HttpBindings
    await handleLocal(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  })
}
