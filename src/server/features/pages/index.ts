import { join } from 'node:path'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { createWindowCounter } from '#server/core/http/rate-limits.store.ts'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import type { Accounts } from '#server/features/accounts/index.ts'
import type { BoardsFeature } from '#server/features/boards/index.ts'
import type { Browse } from '#server/features/browse/index.ts'
import type { Outgoing } from '#server/features/outgoing/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import type { Search } from '#server/features/search/index.ts'
import type { Site } from '#server/features/site/index.ts'
import { contactCalls } from '#shared/contract/system.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'
import { type ClientFiles, loadClientFiles, createRenderers } from './client-files.ts'
import { mountApiDocs } from './openapi.ts'
import { mountOfflinePage } from './offline-page.ts'
import { contactHandlers, pageRoutes } from './pages.routes.ts'
import { createPages } from './pages.service.ts'
import { createSitemap, mountSitemap } from './sitemap.routes.ts'
import { createSitemapContent } from './sitemap-content.ts'

const CLIENT_FOLDER = join(PROJECT_ROOT, 'dist', 'client')
const RENDERER_FOLDER = join(PROJECT_ROOT, 'dist', 'render')

export type PageOverrides = { clientFiles?: ClientFiles; renderScreen?: ScreenRenderer | null }

type PagesFeatureDependencies = {
  browse: Browse
  boards: BoardsFeature
  outgoing: Outgoing
  search: Search
  accounts: Accounts
  rates: RatesService
  site: Site
}

/** Pages set their own ETag and encoding. The not-found page matches every address, so it comes last. */
export const pagesFeature = async (
  core: Core,
  features: PagesFeatureDependencies,
  overrides: PageOverrides = {},
) => {
  const { pool, env, limits, mail, writeMail, securityHeaders } = core
  const { accounts, outgoing, site } = features
  const clientFiles =
    overrides.clientFiles ?? (await loadClientFiles(CLIENT_FOLDER, securityHeaders))
  const { languageOfEmail } = accounts
  const contact = mail && { mail, writeMail, to: site.contactEmail, limits, languageOfEmail }
  const dependencies = {
    ...core,
    clientFiles,
    getRenderer: createRenderers(RENDERER_FOLDER, overrides.renderScreen),
    pages: createPages(features),
    sitemap: createSitemap(createSitemapContent(pool, features.search.documents), {
      isFinderPublic: env.PUBLIC_FINDER,
      languages: core.languages,
    }),
    pageLimit: createWindowCounter(RATE_LIMITS.page),
    isFinderPublic: env.PUBLIC_FINDER,
    settings: async () => ({
      ...(await site.readPageSettings()),
      affiliate: await outgoing.rules(),
    }),
  }
  const { mountScreens, mountNotFound } = pageRoutes(dependencies)
  return {
    clientFiles,
    feature: {
      routes: [
        route((app) => mountSitemap(app, dependencies), 'uncompressed'),
        route(mountScreens, 'uncompressed'),
        calls(contactCalls, contactHandlers(contact)),
        route(mountApiDocs, 'uncompressed'),
        route((app) => mountOfflinePage(app, core.languages)),
        route(mountNotFound, 'last'),
      ],
    } satisfies Feature,
  }
}
