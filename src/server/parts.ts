import { answerInLanguage } from '#server/core/http/request-language.ts'
import type { Language } from '#server/core/languages.ts'
import { bindMessages } from '#server/core/messages/translation.ts'
import { MESSAGE_MODULES } from './message-modules.ts'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { MODEL_DIR } from '#server/vision/node-engine.ts'
import { backupsFeature } from './backup/scheduled-backups.ts'
import { type CoreOverrides, createCore, type CoreDependencies } from './core/core.ts'
import { createLifecycle, type Feature, type Stage } from './core/feature.ts'
import { createErrorReply } from './core/http/error-reply.ts'
import { AppError } from './core/http/errors.ts'
import { type LoadGauge, trackLoad } from './core/http/load-shedding.ts'
import { type AppEnv, createRequestContext } from './core/http/request-context.ts'
import { POLICY_HEADERS, requireSameOrigin, addSecurityHeaders } from './core/http/security.ts'
import type { ServeDependencies } from './core/http/serve.ts'
import { createNotificationListener } from './core/jobs/listener.ts'
import { fillWithDemo, removeShopAndCommunity } from './demo-fill.ts'
import { accountsFeature } from './features/accounts/index.ts'
import { adminFeature } from './features/admin/index.ts'
import { agentsFeature } from './features/agents/index.ts'
import { type AlertOverrides, alertsFeature } from './features/alerts/index.ts'
import { boardsFeature, createSharedContentReader } from './features/boards/index.ts'
import { browseFeature } from './features/browse/index.ts'
import { catalogFeature } from './features/catalog/index.ts'
import { finderFeature, type FinderOverrides } from './features/finder/index.ts'
import { type ImageOverrides, imagesFeature } from './features/images/index.ts'
import { ingestFeature, type IngestOverrides } from './features/ingest/index.ts'
import { keysFeature } from './features/keys/index.ts'
import { libraryFeature } from './features/library/index.ts'
import { moderationFeature } from './features/moderation/index.ts'
import { outgoingFeature } from './features/outgoing/index.ts'
import { type PageOverrides, pagesFeature } from './features/pages/index.ts'
import { ratesFeature } from './features/rates/index.ts'
import { searchFeature } from './features/search/index.ts'
import { createSiteNameReader, siteFeature } from './features/site/index.ts'
import { studioFeature } from './features/studio/index.ts'
import { syndicationFeature } from './features/syndication/index.ts'
import { type WebhookOverrides, webhooksFeature } from './features/webhooks/index.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

export type ServerSettings = Omit<CoreDependencies, 'siteName'> & { modelDir?: string }

/** Parts that a test may replace; everything built on top of one uses the replacement. */
export type Overrides = CoreOverrides &
  AlertOverrides &
  FinderOverrides &
  ImageOverrides &
  IngestOverrides &
  PageOverrides &
  WebhookOverrides

/** Builds the server from its features, for production and for tests. */
export const createParts = async (settings: ServerSettings, overrides: Overrides = {}) => {
  const { log, database, modelDir = MODEL_DIR } = settings
  bindMessages(MESSAGE_MODULES)
  const siteName = createSiteNameReader(database.pool)
  const core = await createCore({ ...settings, siteName }, overrides)
  const catalog = catalogFeature(core)
  const rates = ratesFeature(core)
  const images = await imagesFeature(core, overrides)
  const search = searchFeature(core, { rates })
  const ingest = ingestFeature(core, { images, search }, overrides)
  const shared = createSharedContentReader(database.pool)
  const moderation = moderationFeature(core, { images, search, shared })
  const outgoing = outgoingFeature(core)
  const boards = boardsFeature(core, { images, rates })
  const syndication = syndicationFeature(core, { boards, outgoing })
  const browse = browseFeature(core, { images, rates, search, ingest })
  const { maintenance } = database
  const dataDir = core.env.DATA_DIR
  const site = siteFeature(core, {
    fill: () => fillWithDemo({ pool: maintenance, log, modelDir, dataDir, isRequested: true }),
    removeShopAndCommunity: () => removeShopAndCommunity(maintenance, dataDir),
  })
  const library = libraryFeature(core, { images })
  const accounts = await accountsFeature(core, { images, library })
  const { secret } = accounts
  const keys = keysFeature(core)
  const webhooks = webhooksFeature(core, { secret }, overrides)
  const finder = finderFeature(core, { images, search, rates, secret }, { ...overrides, modelDir })
  const studio = studioFeature(core, { images, search, moderation, finder, accounts })
  const alerts = alertsFeature(core, { search, accounts }, overrides)
  const agents = agentsFeature(core, { search, rates, outgoing, finder })
  const backups = backupsFeature(core, { secret })
  const admin = adminFeature(core, { images, search, accounts, backups, site })
  const pages = await pagesFeature(
    core,
    { browse, boards, outgoing, search, accounts, rates, site },
    overrides,
  )
  const listener = await createNotificationListener(database.url, log)

  /** Features come after those they depend on: started in this order, stopped in reverse. */
  const features: Feature[] = [
    core.feature,
    catalog.feature,
    rates.feature,
    images.feature,
    search.feature,
    ingest.feature,
    moderation.feature,
    { stop: () => listener.close() },
    outgoing.feature,
    boards.feature,
    syndication.feature,
    browse.feature,
    site.feature,
    library.feature,
    accounts.feature,
    keys.feature,
    webhooks.feature,
    alerts.feature,
    finder.feature,
    agents.feature,
    studio.feature,
    backups.feature,
    admin.feature,
    pages.feature,
  ]
  const { stop: close, ...lifecycle } = createLifecycle(features, listener, log)

  return {
    ...core,
    rates,
    images,
    search,
    ingest,
    moderation,
    outgoing,
    boards,
    browse,
    library,
    accounts,
    finder,
    studio,
    alerts,
    admin,
    sessions: accounts.sessions,
    keys: keys.keys,
    webhooks,
    clientFiles: pages.clientFiles,
    listener,
    features,
    ...lifecycle,
    close,
  }
}

type AppParts = ServeDependencies &
  Parameters<typeof createRequestContext>[0] & {
    features: readonly Feature[]
    languages: readonly Language[]
    load: Pick<LoadGauge, 'track'>
  }

/** Mounts the routes of all features behind the middleware of their stage. */
export const createApp = (parts: AppParts) => {
  const app = new Hono<AppEnv>()
  const mountStage = (stage: Stage) => {
    for (const { routes = [] } of parts.features)
      for (const each of routes) if (each.stage === stage) each.mount(app, parts)
  }
  app.use(trackLoad(parts.load))
  app.use(createRequestContext(parts))
  app.use(answerInLanguage(parts.languages))
  app.use(addSecurityHeaders(parts.publicUrl ?? ''))
  app.onError(createErrorReply)
  mountStage('first')
  app.use(requireSameOrigin)
  mountStage('uncompressed')
  app.use(compress())
  app.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...POLICY_HEADERS] }))
  mountStage('compressed')
  mountStage('last')
  app.notFound(() => {
    throw new AppError(404, HTTP_TEXT.notFound)
  })
  return app
}
