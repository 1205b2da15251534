import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { adminImportCalls } from '#shared/contract/admin-imports.ts'
import { adminShopCalls } from '#shared/contract/admin-shops.ts'
import { adminSystemCalls } from '#shared/contract/admin-system.ts'
import { adminUserCalls } from '#shared/contract/admin-users.ts'
import { answerCalls } from '#shared/contract/answers.ts'
import { catalogCalls, imageCalls } from '#shared/contract/catalog.ts'
import { findCalls } from '#shared/contract/find.ts'
import { liveCalls } from '#shared/contract/live.ts'
import { myScanCalls } from '#shared/contract/my-scans.ts'
import { ownProductCalls } from '#shared/contract/own-products.ts'
import { productSearchCalls } from '#shared/contract/product-search.ts'
import { productLinkCalls } from '#shared/contract/product-links.ts'
import { rateCalls } from '#shared/contract/rates.ts'
import { scanCalls } from '#shared/contract/scan.ts'
import { searchCalls } from '#shared/contract/search.ts'
import { systemCalls } from '#shared/contract/system.ts'
import { noticeCalls, takedownCalls } from '#shared/contract/takedown.ts'
import { uploadCalls } from '#shared/contract/uploads.ts'
import { visionCalls } from '#shared/contract/vision.ts'
import { LOCAL_MAIL_PATH } from '#shared/paths.ts'
import { adminSystemHandlers, adminUserHandlers, systemHandlers } from './features/admin/index.ts'
import { catalogHandlers } from './features/browse/index.ts'
import { productSearchHandlers } from './features/search/index.ts'
import {
  answerHandlers,
  findHandlers,
  mountCrops,
  scanHandlers,
  searchHandlers,
  visionHandlers,
} from './features/finder/index.ts'
import { imageHandlers, mountMedia } from './features/images/index.ts'
import { liveHandlers } from './features/library/live/index.ts'
import { myScanHandlers, ownProductHandlers } from './features/library/own-products/index.ts'
import { mountApiDocs, mountPages, mountSitemap } from './features/pages/index.ts'
import { rateHandlers } from './features/rates/index.ts'
import {
  adminImportHandlers,
  adminShopHandlers,
  productLinkHandlers,
} from './features/ingest/index.ts'
import { noticeHandlers, takedownHandlers } from './features/moderation/index.ts'
import { mountUploads, uploadHandlers } from './features/library/uploads/index.ts'
import { keepReplies } from './core/http/reply-cache.ts'
import { errorReply } from './core/http/error-reply.ts'
import { AppError } from './core/http/errors.ts'
import { type AppEnv, requestContext } from './core/http/request-context.ts'
import { sameOriginOnly, securityHeaders } from './core/http/security.ts'
import { serve } from './core/http/serve.ts'
import { trackLoad } from './core/http/load-shedding.ts'
import type { Parts } from './parts.ts'
import { isDirectRequest } from './features/accounts/index.ts'
import type { LocalMail } from './core/mail/local-mail.ts'

export const createApp = (parts: Parts) => {
  const app = new Hono<AppEnv>()
  app.use(trackLoad(parts.load))
  app.use(requestContext(parts))
  app.use(securityHeaders(parts.publicUrl ?? ''))
  app.onError(errorReply)
  // Before the other middleware, so that health checks stay cheap.
  serve(app, parts, systemCalls, systemHandlers(parts.readiness))
  parts.accounts.mountForeign(app, parts)
  mountLocalMail(app, parts.localMail)
  // Before middleware that reads whole replies, because this stream never ends.
  serve(app, parts, liveCalls, liveHandlers(parts.live))
  app.use(
    sameOriginOnly(
      (origin, request) => origin === (parts.publicUrl ?? new URL(request.url).origin),
    ),
  )
  // Streamed line by line; compression or ETags would buffer it to the end.
  serve(app, parts, scanCalls, scanHandlers(parts.finder))
  if (parts.isFinderPublic) serve(app, parts, findCalls, findHandlers(parts.finder))
  // Pages have their own ETag and encodings.
  mountSitemap(app, parts)
  const { mountNotFound } = mountPages(app, parts)
  app.use(compress())
  app.use(etag())
  const kept = {
    cache: parts.replies,
    checkReplies: parts.checkReplies,
    headers: parts.securityHeaders,
  }
  serve(
    app,
    parts,
    catalogCalls,
    keepReplies(
      catalogCalls,
      catalogHandlers({ ...parts.catalog, productDetail: parts.productDetail }),
      kept,
    ),
  )
  serve(
    app,
    parts,
    productSearchCalls,
    keepReplies(productSearchCalls, productSearchHandlers(parts.catalog.productSearch), kept),
  )
  serve(app, parts, rateCalls, rateHandlers(parts.rates))
  serve(app, parts, imageCalls, imageHandlers(parts))
  mountUploads(app, parts)
  mountCrops(app, parts.finder.crops)
  mountMedia(app, parts.media)
  parts.accounts.mount(app, parts)
  serve(app, parts, ownProductCalls, ownProductHandlers(parts.ownProducts))
  serve(app, parts, myScanCalls, myScanHandlers(parts.ownProducts.scans))
  serve(app, parts, productLinkCalls, productLinkHandlers(parts.productLinks.read))
  serve(app, parts, uploadCalls, uploadHandlers(parts.uploads))
  serve(app, parts, searchCalls, searchHandlers(parts.finder.search, parts.uploads))
  serve(app, parts, answerCalls, answerHandlers(parts.finder.answers))
  serve(app, parts, visionCalls, visionHandlers(parts.finder.similar, parts.finder.decode))
  const { audit } = parts.admin
  serve(app, parts, adminUserCalls, adminUserHandlers(parts))
  serve(app, parts, adminSystemCalls, adminSystemHandlers(parts))
  serve(app, parts, adminShopCalls, adminShopHandlers({ ...parts, audit }))
  serve(app, parts, adminImportCalls, adminImportHandlers(parts.catalogImports))
  serve(app, parts, noticeCalls, noticeHandlers(parts))
  serve(app, parts, takedownCalls, takedownHandlers(parts))
  mountApiDocs(app)
  mountNotFound()
  app.notFound(() => {
    throw new AppError(404, 'Not found')
  })
  return app
}

/** Shows the mails of a server without a mail server. They sign in anyone, so only to this machine. */
const mountLocalMail = (app: Hono<AppEnv>, localMail: LocalMail | null) => {
  if (!localMail) return
  app.get(LOCAL_MAIL_PATH, (context) => {
    const { incoming } = context.env as HttpBindings
    if (!isDirectRequest(incoming))
      throw new AppError(403, 'Local mails are shown only in a browser on this machine')
    return context.html(localMail.page(), 200, {
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
  })
}
