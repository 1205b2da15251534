import type { Connection } from '#server/core/db/query.ts'
import { createSitemap as sitemapOf } from './sitemap.service.ts'
import { createSitemapStore } from './sitemap.store.ts'

export { mountPages } from './pages.routes.ts'
export { mountSitemap } from './sitemap.routes.ts'
export { createPages } from './pages.service.ts'
export { loadScreenRenderer } from './screen-renderer.ts'
export { type ClientFiles, loadClientFiles } from './static-files.ts'

export const createSitemap = (pool: Connection, isFinderPublic: boolean) =>
  sitemapOf(createSitemapStore(pool), { isFinderPublic })
