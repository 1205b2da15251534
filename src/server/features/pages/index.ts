import type { Connection } from '#server/core/db/query.ts'
import { createSitemap as sitemapOf } from './sitemap.routes.ts'
import { createSitemapStore } from './sitemap.store.ts'

export { mountPages } from './pages.routes.ts'
export { mountSitemap } from './sitemap.routes.ts'
export { createPages } from './pages.service.ts'
export { type ClientFiles, loadClientFiles, loadScreenRenderer } from './client-files.ts'
export { mountApiDocs } from './api-docs.routes.ts'

export const createSitemap = (pool: Connection, isFinderPublic: boolean) =>
  sitemapOf(createSitemapStore(pool), { isFinderPublic })
