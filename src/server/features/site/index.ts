import { readSentFile } from '#server/core/http/request-body.ts'
import type { Core } from '#server/core/core.ts'
import { type Connection, createAtomically } from '#server/core/db/query.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { succeeded } from '#shared/contract/call.ts'
import { siteCalls } from '#shared/contract/site.ts'
import { createAccentStyles } from '#shared/domain/accent.ts'
import { SITE_STYLES_PATH, WEB_MANIFEST_PATH } from '#shared/paths.ts'
import { createSiteStore } from './site.store.ts'
import { createSite } from './site.service.ts'
import { MANIFEST_TEXT } from './site-messages.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'

export { createSiteNameReader } from './site-name.store.ts'
export type { Site } from './site.service.ts'

/** Whether the demo was removed. It is then not added again at the next start. */
export const isDemoRemoved = (pool: Connection) => createSiteStore(pool).isDemoRemoved()

/** Call inside a transaction. Whether the demo has not had its community before. */
export const noteDemoCommunity = (connection: Connection) =>
  createSiteStore(connection).noteCommunity()

type Demo = { fill: () => Promise<void>; removeShopAndCommunity: () => Promise<void> }

/** The settings that the operator makes for the site. */
export const siteFeature = (core: Core, demo: Demo) => {
  const { env, pool, maintenance, storage, audit, mail } = core
  const site = createSite({
    pool,
    atomically: createAtomically(maintenance),
    storage,
    note: audit.note,
    hasMail: mail !== null,
    contactEmail: env.CONTACT_EMAIL ?? null,
    demo,
  })
  const siteHandlers: Handlers<typeof siteCalls> = {
    'GET /api/admin/site': async () => succeeded(await site.overview()),

    'PUT /api/admin/site': async ({ user, body }) => site.save(user.uid, body),

    'POST /api/admin/site/logo': async ({ user, files }) => {
      const bytes = await readSentFile(files, 'image')
      return succeeded({ logo: await site.setLogo(user.uid, bytes) })
    },

    'DELETE /api/admin/site/logo': async ({ user }) => site.removeLogo(user.uid),

    'DELETE /api/admin/site/demo': async ({ user }) => site.removeDemo(user.uid),

    'POST /api/admin/site/demo': async ({ user }) => site.restoreDemo(user.uid),
  }

  return {
    ...site,
    feature: {
      routes: [
        calls(siteCalls, siteHandlers),
        route((app) => {
          app.get(SITE_STYLES_PATH, async (context) => {
            const { accent } = await site.readFacts()
            return context.body(accent === null ? '' : createAccentStyles(accent), 200, {
              'content-type': 'text/css; charset=utf-8',
              'cache-control': 'public, max-age=300',
            })
          })
          app.get(WEB_MANIFEST_PATH, async (context) =>
            context.body(JSON.stringify(buildWebManifest(await core.siteName())), 200, {
              'content-type': 'application/manifest+json',
              'cache-control': 'public, max-age=300',
            }),
          )
        }),
      ],
    } satisfies Feature,
  }
}

/** The manifest for installing the site on a phone's home screen. */
const buildWebManifest = (name: string) => ({
  name,
  short_name: name,
  description: MANIFEST_TEXT.description,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf7f2',
  theme_color: '#faf7f2',
  categories: ['shopping', 'lifestyle'],
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512' },
    {
      src: '/icons/maskable-512.png',
      type: 'image/png',
      sizes: '512x512',
      purpose: 'maskable',
    },
  ],
  shortcuts: [
    { name: MANIFEST_TEXT.find, url: '/add-product-photo' },
    { name: RESULTS_TEXT.trendingFeed, url: '/celebrity-search-result?celebrities=feed' },
  ],
  share_target: {
    action: '/share-photo',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photo', accept: ['image/*'] }] },
  },
})
