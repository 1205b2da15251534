import type { Hono } from 'hono'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import { refuseIfTooMany, type WindowCounter } from '#server/core/http/rate-limits.store.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { FEED, paths } from '#shared/paths.ts'
import type { SitemapStore } from './sitemap.store.ts'

/** The protocol allows 50,000; a fifth keeps the event loop free while a file is written. */
const ADDRESSES_PER_FILE = 10_000
const KINDS = ['people', 'looks', 'products'] as const
type Kind = (typeof KINDS)[number]

/** `/find` is added where it is open. */
const FIXED = [
  paths.home.href(),
  paths.celebritySearchResult.href(FEED),
  paths.allCelebrities.href(),
  paths.termsPolicy.href(),
  paths.contactUs.href(),
]

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const locations = (element: string, addresses: readonly string[]) =>
  addresses
    .map((address) => `<${element}><loc>${escapeHtml(address)}</loc></${element}>`)
    .join('\n')

/** All public pages: one file, or an index of several where they do not fit into one. */
export const createSitemap = (
  store: SitemapStore,
  { isFinderPublic, perFile = ADDRESSES_PER_FILE }: { isFinderPublic: boolean; perFile?: number },
) => {
  const fixed = isFinderPublic ? [...FIXED, paths.find.href()] : FIXED
  const read = {
    people: async (offset: number) =>
      (await store.people(perFile, offset)).map(({ name }) => paths.celebrity.href(name)),
    looks: async (offset: number) =>
      (await store.looks(perFile, offset)).map(({ url }) => paths.celebrityImage.href(url)),
    products: async (offset: number) =>
      (await store.products(perFile, offset)).map(({ id, title }) => paths.product.href(id, title)),
  } satisfies Record<Kind, (offset: number) => Promise<string[]>>

  const urlset = (origin: string, hrefs: readonly string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>\n${locations(
      'url',
      hrefs.map((href) => origin + href),
    )}\n</urlset>\n`

  return {
    whole: async (origin: string): Promise<string> => {
      const counts = await store.counts()
      const total = fixed.length + counts.people + counts.looks + counts.products
      if (total <= perFile) {
        const lists = await Promise.all(KINDS.map((kind) => read[kind](0)))
        return urlset(origin, [...fixed, ...lists.flat()])
      }
      const parts = KINDS.flatMap((kind) =>
        Array.from(
          { length: Math.ceil(counts[kind] / perFile) },
          (_, index) => `${origin}/sitemap-${kind}-${index + 1}.xml`,
        ),
      )
      return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACE}>\n${locations(
        'sitemap',
        [`${origin}/sitemap-pages-1.xml`, ...parts],
      )}\n</sitemapindex>\n`
    },

    /** Null if there is no such part. */
    part: async (origin: string, kind: string, number: number): Promise<string | null> => {
      if (kind === 'pages' && number === 1) return urlset(origin, fixed)
      const listedKind = KINDS.find((one) => one === kind)
      if (!listedKind) return null
      const hrefs = await read[listedKind]((number - 1) * perFile)
      return hrefs.length > 0 ? urlset(origin, hrefs) : null
    },
  }
}
export type Sitemap = ReturnType<typeof createSitemap>

/** Personal and costly addresses are not for crawlers. */
export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /setup',
    'Disallow: /admin',
    'Disallow: /sign-in',
    'Disallow: /profile',
    'Disallow: /account-settings',
    'Disallow: /add-product-',
    'Disallow: /demo-shop/',
    'Allow: /api/image-proxy',
    // The previews of shared links.
    'Allow: /api/product/*/card',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

const HEADERS = { 'cache-control': 'public, max-age=3600' }
const PART = /^\/sitemap-([a-z]+)-([1-9]\d{0,5})\.xml$/

type Parts = { sitemap: Sitemap; pageLimit: WindowCounter }

/** What crawlers ask for. */
export const mountSitemap = (app: Hono<AppEnv>, { sitemap, pageLimit }: Parts) => {
  const sendXml = (xml: string | null) => {
    if (xml === null) throw new AppError(404, 'Not found')
    return new Response(xml, { headers: { ...HEADERS, 'content-type': 'application/xml' } })
  }
  app.get('/robots.txt', (context) => context.text(robotsText(context.get('origin')), 200, HEADERS))
  app.get('/sitemap.xml', async (context) => {
    refuseIfTooMany(pageLimit.take(context.get('address')))
    return sendXml(await sitemap.whole(context.get('origin')))
  })
  app.get('/:name{sitemap-[a-z]+-[0-9]+\\.xml}', async (context) => {
    refuseIfTooMany(pageLimit.take(context.get('address')))
    const [, kind = '', number = '0'] = PART.exec(context.req.path) ?? []
    return sendXml(await sitemap.part(context.get('origin'), kind, Number(number)))
  })
}
