import type { Context, Hono } from 'hono'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import type { CallerTurns } from '#server/core/http/caller-turns.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import { addPrefix, ENGLISH, type Language } from '#server/core/languages.ts'
import { refuseIfTooMany, type WindowCounter } from '#server/core/http/rate-limits.store.ts'
import {
  type PackedReply,
  packReply,
  readReplyPreferences,
  type ReplyCache,
  sendPackedReply,
} from '#server/core/http/reply-cache.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import type { SitemapContent } from './sitemap-content.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

/** With those in other languages. The protocol allows 50,000 pages; fewer keep the event loop free. */
const ADDRESSES_PER_FILE = 10_000
const KINDS = ['people', 'lists', 'looks', 'products', 'creators', 'boards', 'topics'] as const
type Kind = (typeof KINDS)[number]

/** `/find` is added if it is public. */
const FIXED_PATHS = [
  paths.home.href(),
  paths.celebritySearchResult.href(EVERYONE),
  paths.allCelebrities.href(),
  paths.termsPolicy.href(),
  paths.contactUs.href(),
]

const XHTML = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
/** The path of a page, and when its content last changed, if known. */
type SitemapEntry = { href: string; changedAt?: Date | null }
/** The same page in every language of the site; nothing if there is only one. */
const renderTranslations = (origin: string, href: string, languages: readonly Language[]) =>
  languages.length === 1
    ? ''
    : languages
        .map(
          (language) =>
            `<xhtml:link rel="alternate" hreflang="${language.code}" href="${escapeHtml(origin + addPrefix(language, href))}"/>`,
        )
        .join('')
const renderLocations = (
  element: string,
  origin: string,
  entries: readonly SitemapEntry[],
  languages: readonly Language[] = [ENGLISH],
) =>
  entries
    .map(({ href, changedAt }) => {
      const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
      return `<${element}><loc>${escapeHtml(origin + href)}</loc>${lastmod}${renderTranslations(origin, href, languages)}</${element}>`
    })
    .join('\n')

type SitemapOptions = {
  isFinderPublic: boolean
  perFile?: number
  languages?: readonly Language[]
}

/** All public pages in one file, or an index of several files if there are too many. */
export const createSitemap = (
  content: SitemapContent,
  {
    isFinderPublic,
    languages = [ENGLISH],
    perFile = Math.floor(ADDRESSES_PER_FILE / languages.length),
  }: SitemapOptions,
) => {
  const fixedEntries = [...FIXED_PATHS, ...(isFinderPublic ? [paths.find.href()] : [])].map(
    (href) => ({ href }),
  )
  const entries =
    <Row>(
      { read }: { read: (limit: number, offset: number) => Promise<Row[]> },
      entryOf: (row: Row) => SitemapEntry,
    ) =>
    async (offset: number) =>
      (await read(perFile, offset)).map(entryOf)
  const readEntries: Record<Kind, (offset: number) => Promise<SitemapEntry[]>> = {
    people: entries(content.people, (name) => ({ href: paths.celebrity.href(name) })),
    lists: entries(content.lists, ({ name, kind }) => ({ href: paths.celebrity.href(name, kind) })),
    looks: entries(content.looks, ({ url, changedAt }) => ({
      href: paths.celebrityImage.href(url),
      changedAt,
    })),
    products: entries(content.products, ({ id, title, changedAt }) => ({
      href: paths.product.href(id, title),
      changedAt,
    })),
    creators: entries(content.creators, (name) => ({ href: paths.creator.href(name) })),
    boards: entries(content.boards, ({ token, changedAt }) => ({
      href: paths.sharedBoard.href(token),
      changedAt,
    })),
    topics: entries(content.topics, ({ kind, name }) => ({ href: paths[kind].href(name) })),
  }

  const renderUrlSet = (origin: string, entries: readonly SitemapEntry[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}${languages.length === 1 ? '' : XHTML}>\n${renderLocations('url', origin, entries, languages)}\n</urlset>\n`

  return {
    renderIndex: async (origin: string): Promise<string> => {
      const counts = await Promise.all(KINDS.map((kind) => content[kind].count()))
      const total = counts.reduce((sum, count) => sum + count, fixedEntries.length)
      if (total <= perFile) {
        const lists = await Promise.all(KINDS.map((kind) => readEntries[kind](0)))
        return renderUrlSet(origin, [...fixedEntries, ...lists.flat()])
      }
      const parts = KINDS.flatMap((kind, place) =>
        Array.from({ length: Math.ceil((counts[place] ?? 0) / perFile) }, (_, index) => ({
          href: `/sitemap-${kind}-${index + 1}.xml`,
        })),
      )
      return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACE}>\n${renderLocations(
        'sitemap',
        origin,
        [{ href: '/sitemap-pages-1.xml' }, ...parts],
      )}\n</sitemapindex>\n`
    },

    /** Null if there is no such file. */
    renderPart: async (origin: string, kind: string, number: number): Promise<string | null> => {
      if (kind === 'pages' && number === 1) return renderUrlSet(origin, fixedEntries)
      const entryKind = KINDS.find((name) => name === kind)
      if (!entryKind) return null
      const list = await readEntries[entryKind]((number - 1) * perFile)
      return list.length > 0 ? renderUrlSet(origin, list) : null
    },
  }
}
export type Sitemap = ReturnType<typeof createSitemap>

/** Keeps crawlers away from personal and expensive addresses. */
const DISALLOWED_PAGES = [
  '/setup',
  '/admin',
  '/studio',
  '/sign-in',
  '/profile',
  '/account-settings',
  '/add-product-',
  '/demo-shop/',
]
const renderRobots = (origin: string, languages: readonly Language[]): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    ...languages.flatMap((language) =>
      DISALLOWED_PAGES.map((path) => `Disallow: ${addPrefix(language, path)}`),
    ),
    'Allow: /api/image-proxy',
    // The previews of shared links.
    'Allow: /api/product/*/card',
    'Allow: /api/people/*/card',
    'Allow: /api/creators/*/card',
    'Allow: /api/shared-boards/*/card',
    'Allow: /api/look-card',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

const HEADERS = { 'cache-control': 'public, max-age=3600' }
/** Short, so that removed pages are not listed for long. */
const SITEMAP_HEADERS = { 'cache-control': 'public, max-age=300' }
const PART = /^\/sitemap-([a-z]+)-([1-9]\d{0,5})\.xml$/

type SitemapDependencies = {
  sitemap: Sitemap
  pageLimit: WindowCounter
  turns: CallerTurns
  replies: ReplyCache
  languages: readonly Language[]
}

/** A file is rendered once until the catalogue changes: thousands of addresses take a while. */
export const mountSitemap = (
  app: Hono<AppEnv>,
  { sitemap, pageLimit, turns, replies, languages }: SitemapDependencies,
) => {
  const once = createSingleFlight<PackedReply>()
  const sendXml = async (context: Context<AppEnv>, render: () => Promise<string | null>) => {
    const preferences = readReplyPreferences(context.req.raw.headers)
    const key = `sitemap ${context.get('origin')} ${context.req.path}`
    const cached = replies.get(key)
    if (cached) return sendPackedReply(cached, preferences)
    const address = context.get('address')
    refuseIfTooMany(pageLimit.take(address))
    const generation = replies.generation()
    const flight = `${generation} ${key}`
    const make = async () => {
      const xml = await render()
      if (xml === null) throw new AppError(404, HTTP_TEXT.notFound)
      const reply = packReply(xml, { ...SITEMAP_HEADERS, 'content-type': 'application/xml' })
      replies.put(key, reply, generation)
      return reply
    }
    const reply = await (once.current(flight) ?? turns(address, () => once(flight, make)))
    return sendPackedReply(reply, preferences)
  }
  app.get('/robots.txt', (context) =>
    context.text(renderRobots(context.get('origin'), languages), 200, HEADERS),
  )
  app.get('/sitemap.xml', (context) =>
    sendXml(context, () => sitemap.renderIndex(context.get('origin'))),
  )
  app.get('/:name{sitemap-[a-z]+-[0-9]+\\.xml}', (context) => {
    const [, kind = '', number = '0'] = PART.exec(context.req.path) ?? []
    return sendXml(context, () => sitemap.renderPart(context.get('origin'), kind, Number(number)))
  })
}
