import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { adminAuditCalls } from '#shared/contract/admin-audit.ts'
import { adminHealthCalls } from '#shared/contract/admin-health.ts'
import { adminImportCalls } from '#shared/contract/admin-imports.ts'
import { adminInviteCalls } from '#shared/contract/admin-invites.ts'
import { adminJobCalls } from '#shared/contract/admin-jobs.ts'
import { adminShopCalls } from '#shared/contract/admin-shops.ts'
import { adminStorageCalls } from '#shared/contract/admin-storage.ts'
import { adminUserCalls } from '#shared/contract/admin-users.ts'
import { answerCalls } from '#shared/contract/answers.ts'
import { catalogCalls, imageCalls } from '#shared/contract/catalog.ts'
import { dataDeletionCalls } from '#shared/contract/data-deletion.ts'
import { emailSignInCalls } from '#shared/contract/email-sign-in.ts'
import { findCalls } from '#shared/contract/find.ts'
import { invitationCalls } from '#shared/contract/invitations.ts'
import { inviteRequestCalls } from '#shared/contract/invite-requests.ts'
import { liveCalls } from '#shared/contract/live.ts'
import { myScanCalls } from '#shared/contract/my-scans.ts'
import { ownProductCalls } from '#shared/contract/own-products.ts'
import { passkeyCalls } from '#shared/contract/passkeys.ts'
import { productSearchCalls } from '#shared/contract/product-search.ts'
import { productLinkCalls } from '#shared/contract/product-links.ts'
import { rateCalls } from '#shared/contract/rates.ts'
import { scanCalls } from '#shared/contract/scan.ts'
import { searchCalls } from '#shared/contract/search.ts'
import { sessionCalls } from '#shared/contract/session.ts'
import { setupCalls } from '#shared/contract/setup.ts'
import { systemCalls } from '#shared/contract/system.ts'
import { noticeCalls, takedownCalls } from '#shared/contract/takedown.ts'
import { uploadCalls } from '#shared/contract/uploads.ts'
import { userCalls } from '#shared/contract/users.ts'
import { visionCalls } from '#shared/contract/vision.ts'
import { LOCAL_MAIL_PATH } from '#shared/paths.ts'
import {
  adminAuditHandlers,
  adminJobHandlers,
  adminStorageHandlers,
  adminInviteHandlers,
  adminUserHandlers,
} from './features/admin/index.ts'
import { catalogHandlers } from './features/browse/index.ts'
import { productSearchHandlers } from './features/search/index.ts'
import { mountApiDocs } from './features/pages/docs/index.ts'
import {
  answerHandlers,
  findHandlers,
  mountCrops,
  scanHandlers,
  searchHandlers,
  visionHandlers,
} from './features/finder/index.ts'
import { emailSignInHandlers } from './features/accounts/email-sign-in/index.ts'
import { imageHandlers, mountMedia } from './features/images/index.ts'
import { invitationHandlers, inviteRequestHandlers } from './features/accounts/invitations/index.ts'
import { liveHandlers } from './features/library/live/index.ts'
import { myScanHandlers, ownProductHandlers } from './features/library/own-products/index.ts'
import { passkeyHandlers } from './features/accounts/passkeys/index.ts'
import { mountPages, mountSitemap } from './features/pages/index.ts'
import { rateHandlers } from './features/rates/index.ts'
import {
  adminImportHandlers,
  adminShopHandlers,
  productLinkHandlers,
} from './features/ingest/index.ts'
import { sessionHandlers } from './features/accounts/session/index.ts'
import { setupHandlers } from './features/accounts/setup/index.ts'
import { adminHealthHandlers, systemHandlers } from './features/admin/system/index.ts'
import { noticeHandlers, takedownHandlers } from './features/moderation/index.ts'
import { mountUploads, uploadHandlers } from './features/library/uploads/index.ts'
import { dataDeletionHandlers, userHandlers } from './features/accounts/users/index.ts'
import { answerFromCache, keepReplies } from './core/http/reply-cache.ts'
import { errorReply } from './core/http/error-reply.ts'
import { AppError } from './core/http/errors.ts'
import { type AppEnv, requestContext } from './core/http/request-context.ts'
import { sameOriginOnly, securityHeaders } from './core/http/security.ts'
import { serve } from './core/http/serve.ts'
import { trackLoad } from './core/http/load-shedding.ts'
import type { Parts } from './parts.ts'
import type { Identity } from './features/accounts/identity/index.ts'
import { isDirectRequest } from './features/accounts/identity/index.ts'
import type { LocalMail } from './core/mail/local-mail.ts'
import { LOCAL_PROVIDER_PATH } from './features/accounts/identity/index.ts'

export const createApp = (parts: Parts) => {
  const app = new Hono<AppEnv>()
  app.use(answerFromCache({ cache: parts.replies, files: parts.clientFiles }))
  app.use(trackLoad(parts.load))
  app.use(requestContext(parts))
  app.use(securityHeaders(parts.publicUrl ?? ''))
  app.onError(errorReply)
  // Before the other middleware, so that health checks stay cheap.
  serve(app, parts, systemCalls, systemHandlers(parts.readiness))
  mountLocalProvider(app, parts.identity)
  mountLocalMail(app, parts.localMail)
  // Before middleware that reads whole replies, because this stream never ends.
  serve(app, parts, liveCalls, liveHandlers(parts.live))
  // Before the origin check, because Facebook signs its requests instead.
  serve(app, parts, dataDeletionCalls, dataDeletionHandlers(parts.users))
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
  serve(app, parts, sessionCalls, sessionHandlers(parts))
  serve(app, parts, userCalls, userHandlers(parts.users))
  serve(app, parts, invitationCalls, invitationHandlers(parts.invitations))
  serve(app, parts, ownProductCalls, ownProductHandlers(parts.ownProducts))
  serve(app, parts, myScanCalls, myScanHandlers(parts.ownProducts.scans))
  serve(app, parts, productLinkCalls, productLinkHandlers(parts.productLinks.read))
  serve(app, parts, uploadCalls, uploadHandlers(parts.uploads))
  serve(app, parts, searchCalls, searchHandlers(parts.finder.search, parts.uploads))
  serve(app, parts, answerCalls, answerHandlers(parts.finder.answers))
  serve(app, parts, visionCalls, visionHandlers(parts.finder.similar, parts.finder.decode))
  serve(app, parts, emailSignInCalls, emailSignInHandlers(parts.emailSignIn))
  serve(app, parts, passkeyCalls, passkeyHandlers(parts.passkeys))
  serve(app, parts, setupCalls, setupHandlers(parts))
  const { audit, users: adminUsers } = parts.admin
  serve(app, parts, adminUserCalls, adminUserHandlers({ ...parts, users: adminUsers }))
  serve(app, parts, adminAuditCalls, adminAuditHandlers(audit))
  serve(
    app,
    parts,
    adminInviteCalls,
    adminInviteHandlers({ ...parts, deskFor: parts.inviteDeskFor, audit }),
  )
  serve(app, parts, inviteRequestCalls, inviteRequestHandlers({ ...parts, note: audit.note }))
  serve(app, parts, adminHealthCalls, adminHealthHandlers(parts.health, parts.readiness))
  serve(app, parts, adminShopCalls, adminShopHandlers({ ...parts, audit }))
  serve(app, parts, adminImportCalls, adminImportHandlers(parts.catalogImports, audit))
  serve(app, parts, adminJobCalls, adminJobHandlers(parts.admin.jobs, audit))
  serve(app, parts, adminStorageCalls, adminStorageHandlers(parts.readStorage))
  serve(app, parts, noticeCalls, noticeHandlers(parts))
  serve(app, parts, takedownCalls, takedownHandlers(parts))
  mountApiDocs(app)
  mountNotFound()
  app.notFound(() => {
    throw new AppError(404, 'Not found')
  })
  return app
}

/** Acts as a third party in this process: it has its own headers and receives our server's requests. */
const mountLocalProvider = (app: Hono<AppEnv>, { handleLocal }: Identity) => {
  if (!handleLocal) return
  app.all(`${LOCAL_PROVIDER_PATH}/*`, async (context) => {
    const { incoming, outgoing } = context.env as HttpBindings
    if (!isDirectRequest(incoming))
      throw new AppError(403, 'Local sign-in works only in a browser on this machine')
    // Hono answers HEAD itself with the headers of GET, after this reply has been sent.
    if (context.req.method === 'HEAD') return context.body(null, 405, { allow: 'GET, POST' })
    await handleLocal(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  })
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
