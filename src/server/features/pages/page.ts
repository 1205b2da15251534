import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { PREVIEW_CARD } from '#shared/constants.ts'
import type { SiteFacts } from '#shared/contract/site.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { inNameOf } from '#server/core/site-name.store.ts'
import { SITE_STYLES_PATH } from '#shared/paths.ts'
import { PICTURE_SHAPES, pictureSrcSet, pictureUrl } from '#shared/pictures.ts'
import type { ScreenFiles } from './client-files.ts'
import { type FeedKind, feedPath } from '#shared/contract/syndication.ts'
import { SYNDICATION_TEXT } from '#shared/product-messages.ts'

const STYLE_ATTRIBUTE = ' style="'

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

const unescaped = (value: string): string =>
  value.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)

/** The same few shapes and colours appear on many pages. */
const MAX_HASHES = 5_000
const hashes = new Map<string, string>()

const hashOf = (value: string): string => {
  const earlier = hashes.get(value)
  if (earlier !== undefined) return earlier
  const hash = `'sha256-${createHash('sha256').update(unescaped(value)).digest('base64')}'`
  if (hashes.size >= MAX_HASHES) hashes.clear()
  hashes.set(value, hash)
  return hash
}

/**
 * Rendered markup has style attributes for positions and colours of pictures. The page's policy
 * allows exactly those.
 */
export const allowStyleAttributes = (policy: string, markup: string): string => {
  const hashes = new Set<string>()
  let from = markup.indexOf(STYLE_ATTRIBUTE)
  while (from >= 0) {
    const start = from + STYLE_ATTRIBUTE.length
    const end = markup.indexOf('"', start)
    if (end < 0) break
    hashes.add(hashOf(markup.slice(start, end)))
    from = markup.indexOf(STYLE_ATTRIBUTE, end)
  }
  return hashes.size === 0
    ? policy
    : `${policy}; style-src-attr 'unsafe-hashes' ${[...hashes].join(' ')}`
}

export type PreloadedPicture = { url: string; shape: keyof typeof PICTURE_SHAPES }

/** What a page's HTML contains before any script runs. */
export type Page = {
  status: 200 | 404 | 410
  title: string
  description: string
  /** Path and query of the canonical address; a missing page has none. */
  canonical: string
  /** What it is about, for those who preview links; a page of the site unless it says otherwise. */
  type?: 'product'
  /** For the preview card of a shared link. */
  picture: string | null
  /** A picture made for that purpose, by its path, instead. */
  card?: { path: string; alt: string }
  /** False for personal pages. */
  isIndexed: boolean
  /** schema.org data, only of facts we know. */
  facts: object[]
  /** The replies the client needs first, by the address of the call. */
  data: Record<string, unknown>
  preload: PreloadedPicture[]
  /** Other forms of the page, for programs: feeds, and how to embed it. */
  alternates?: readonly Alternate[]
  /** False: made anew for each visit, because it may be revoked at any moment. */
  isKept?: false
}

export type Alternate = { type: string; href: string; title: string }

/** The text around its slots. */
export type PageTemplate = readonly string[]

/** `</script>` in a value must not end the element; old parsers treat U+2028/9 as line breaks. */
const UNSAFE_IN_SCRIPT = ['<', '\u2028', '\u2029'].map((character) => ({
  character,
  escape: `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
}))
const scriptJson = (value: unknown): string => {
  let json = JSON.stringify(value)
  // Nearly no page has one, and looking for each is much quicker than a regular expression.
  for (const { character, escape } of UNSAFE_IN_SCRIPT)
    if (json.includes(character)) json = json.replaceAll(character, escape)
  return json
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`

const preloadLink = ({ url, shape }: PreloadedPicture): string => {
  const { widest, sizes } = PICTURE_SHAPES[shape]
  const srcSet = escapeHtml(pictureSrcSet(url, widest))
  return `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${srcSet}" imagesizes="${sizes}" />`
}

const SHARED_PICTURE_PX = 1280

const previewOf = ({ card, picture, title }: Page, origin: string): string[] => {
  const url = card?.path ?? (picture === null ? null : pictureUrl(picture, SHARED_PICTURE_PX))
  if (url === null) return []
  const alt = card?.alt ?? title
  return [
    meta('property', 'og:image', origin + url),
    ...(card
      ? [
          meta('property', 'og:image:type', 'image/jpeg'),
          meta('property', 'og:image:width', String(PREVIEW_CARD.width)),
          meta('property', 'og:image:height', String(PREVIEW_CARD.height)),
        ]
      : []),
    meta('property', 'og:image:alt', alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:image', origin + url),
    meta('name', 'twitter:image:alt', alt),
  ]
}

/** Where a page is shown. */
type Place = { origin: string; site: Pick<SiteFacts, 'name' | 'accent'> }

/** The site may have a name of its own. */
const renamed = <T>(value: T, name: string | null): T =>
  name === null
    ? value
    : (JSON.parse(JSON.stringify(value), (_, member: unknown) =>
        typeof member === 'string' ? inNameOf(name, member) : member,
      ) as T)

const headOf = (given: Page, { origin, site }: Place): string => {
  const { title, description, facts, alternates = [] } = given
  const page = { ...given, ...renamed({ title, description, facts, alternates }, site.name) }
  const address = origin + page.canonical
  return [
    `<title>${escapeHtml(page.title)}</title>`,
    meta('name', 'description', page.description),
    ...(page.isIndexed && page.status === 200 ? [] : [meta('name', 'robots', 'noindex')]),
    ...(page.status === 200
      ? [
          `<link rel="canonical" href="${escapeHtml(address)}" />`,
          meta('property', 'og:url', address),
        ]
      : []),
    ...(page.alternates ?? []).map(
      ({ type, href, title }) =>
        `<link rel="alternate" type="${type}" href="${escapeHtml(origin + href)}" title="${escapeHtml(title)}" />`,
    ),
    meta('property', 'og:site_name', site.name ?? PRODUCT_TITLE),
    meta('property', 'og:type', page.type ?? 'website'),
    meta('property', 'og:title', page.title),
    meta('property', 'og:description', page.description),
    ...previewOf(page, origin),
    ...page.preload.map(preloadLink),
    ...page.facts.map(
      (fact) =>
        `<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', ...fact })}</script>`,
    ),
  ].join('\n    ')
}

const fileLinks = ({ scripts, styles }: ScreenFiles): string =>
  [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
  ].join('\n    ')

/** After the product's own; another colour has another address, so that no cache keeps the former one. */
const siteStyles = ({ site: { accent } }: Place): string =>
  accent === null
    ? ''
    : `\n    <link rel="stylesheet" href="${SITE_STYLES_PATH}?${accent.slice(1)}" />`

/** Where the parts of a page go into the template. */
const SLOTS = ['<!--head-->', '</head>', '<div id="root"></div>', '<!--data-->'] as const

/** Cut once: searching and copying the whole page for each slot is slow. */
export const cutTemplate = (html: string): PageTemplate => {
  let rest = html.replace(/<title>[^<]*<\/title>\s*/, '')
  const pieces = SLOTS.map((slot) => {
    const at = rest.indexOf(slot)
    if (at < 0) throw new Error(`The page template has no ${slot}`)
    const piece = rest.slice(0, at)
    rest = rest.slice(at + slot.length)
    return piece
  })
  return [...pieces, rest]
}

export const renderPage = (
  template: PageTemplate,
  page: Page,
  { markup, files }: { markup: string; files: ScreenFiles },
  place: Place,
): Buffer => {
  const [start = '', toHeadEnd = '', toRoot = '', toData = '', end = ''] = template
  // Encoded apart: one character beyond Latin-1 makes the encoding of a whole string slow.
  return Buffer.concat(
    [
      start + headOf(page, place) + toHeadEnd,
      // After the template's own styles, the order in which the browser would load them.
      `${fileLinks(files)}${siteStyles(place)}\n  </head>${toRoot}<div id="root">`,
      markup,
      `</div>${toData}<script type="application/json" id="initial-data">`,
      scriptJson(page.data),
      `</script>${end}`,
    ].map((part) => Buffer.from(part)),
  )
}

/** Both feeds of a page: of the site, a person or a board. */
export const feedLinks = (title: string, feed?: { kind: FeedKind; name: string }): Alternate[] => [
  {
    type: 'application/atom+xml',
    href: feedPath('atom', feed),
    title: SYNDICATION_TEXT.atomOf(title),
  },
  {
    type: 'application/feed+json',
    href: feedPath('json', feed),
    title: SYNDICATION_TEXT.jsonOf(title),
  },
]

/** How other sites learn to embed the page. */
export const oembedLinks = (title: string, path: string, origin: string): Alternate[] =>
  (['json', 'xml'] as const).map((format) => ({
    type: format === 'json' ? 'application/json+oembed' : 'text/xml+oembed',
    href: `/oembed?${new URLSearchParams({ url: origin + path, format }).toString()}`,
    title,
  }))
