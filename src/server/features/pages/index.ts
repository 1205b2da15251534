import type { Connection } from '#server/core/db/query.ts'
import { type Feature, route } from '#server/core/feature.ts'
import { mountApiDocs } from './api-docs.routes.ts'
import { pageRoutes, type PagesParts } from './pages.routes.ts'
import { createSitemap as sitemapOf, mountSitemap } from './sitemap.routes.ts'
import { createSitemapStore } from './sitemap.store.ts'

export { createPages } from './pages.service.ts'
export { type ClientFiles, loadClientFiles, loadScreenRenderer } from './client-files.ts'

export const createSitemap = (pool: Connection, isFinderPublic: boolean) =>
  sitemapOf(createSitemapStore(pool), { isFinderPublic })

/** Pages have their own ETag and encodings. The not-found page matches every address, so it comes last. */
export const pagesFeature = (parts: PagesParts & Parameters<typeof mountSitemap>[1]): Feature => {
  const { mountScreens, mountNotFound } = pageRoutes(parts)
  return {
    routes: [
      route((app) => mountSitemap(app, parts), 'uncompressed'),
      route(mountScreens, 'uncompressed'),
      route(mountApiDocs),
      route(mountNotFound, 'last'),
    ],
  }
}
