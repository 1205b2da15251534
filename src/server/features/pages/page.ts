import { PAGE_TEXT } from './page-messages.ts'

import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import { addPrefix, type Language } from '#server/core/languages.ts'
import { replaceProductName } from '#server/core/site-name.ts'
import {
  ACCOUNT_SETTINGS_TEXT,
  INVITATION_TEXT,
  LOGIN_TEXT,
  SETUP_MESSAGES,
} from '#shared/account-messages.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { PREVIEW_CARD } from '#shared/constants.ts'
import type { SiteFacts } from '#shared/contract/site.ts'
import { type SyndicationKind, buildFeedPath } from '#shared/syndication.ts'
import { LOOK_TEXT } from '#shared/finder-messages.ts'
import { FIND_TITLE, NAVIGATION_TEXT, PRODUCT_TITLE, REMOVED_TEXT } from '#shared/messages.ts'
import { paths, SITE_STYLES_PATH } from '#shared/paths.ts'
import { PICTURE_SHAPES, buildPictureSrcSet, buildPictureUrl } from '#shared/pictures.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import { SYNDICATION_TEXT } from '#shared/syndication-messages.ts'
import type { ScreenFiles } from './client-files.ts'
import { getLanguage } from '#server/core/messages/translation.ts'

const STYLE_ATTRIBUTE = ' style="'

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

const unescapeHtml = (value: string): string =>
  value.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)

/** Caches hashes, because the same few positions and colours appear on many pages. */
const MAX_HASHES = 5_000
const hashes = new Map<string, string>()

const hashForPolicy = (value: string): string => {
  const cached = hashes.get(value)
  if (cached !== undefined) return cached
  const hash = `'sha256-${createHash('sha256').update(unescapeHtml(value)).digest('base64')}'`
  if (hashes.size >= MAX_HASHES) hashes.clear()
  hashes.set(value, hash)
  return hash
}

/**
 * Adds the hashes of the markup's style attributes to the page's policy. They set positions and colours of
 * pictures.
 */
export const allowStyleAttributes = (policy: string, markup: string): string => {
  const allowedHashes = new Set<string>()
  let from = markup.indexOf(STYLE_ATTRIBUTE)
  while (from >= 0) {
    const start = from + STYLE_ATTRIBUTE.length
    const end = markup.indexOf('"', start)
    if (end < 0) break
    allowedHashes.add(hashForPolicy(markup.slice(start, end)))
    from = markup.indexOf(STYLE_ATTRIBUTE, end)
  }
  return allowedHashes.size === 0
    ? policy
    : `${policy}; style-src-attr 'unsafe-hashes' ${[...allowedHashes].join(' ')}`
}

export type PreloadedPicture = { url: string; shape: keyof typeof PICTURE_SHAPES }

export type Page = {
  /** 301: the page has moved to its canonical address. */
  status: 200 | 301 | 404 | 410
  title: string
  description: string
  /** Path and query of the canonical address; a missing page has none. */
  canonical: string
  /** Open Graph type; 'website' by default. */
  type?: 'product'
  /** For the preview card of a shared link. */
  picture: string | null
  /** Path of a picture that was made for previews, used instead. */
  card?: { path: string; alt: string }
  /** False for personal pages. */
  isIndexed: boolean
  structuredData: object[]
  /** The replies that the client needs first, by the address of the call. */
  data: Record<string, unknown>
  preload: PreloadedPicture[]
  /** Alternative representations for programs: feeds and oEmbed. */
  alternates?: readonly Alternate[]
  /** False for pages that may be revoked at any moment, which are rendered for each visit. */
  isCached?: false
  /** Called whenever the page is sent to a person. */
  noteSent?: (() => void) | undefined
}

type Alternate = { type: string; href: string; title: string }

/** The HTML between the slots. */
type PageTemplate = readonly string[]

/** `</script>` in a value must not end the element; old parsers treat U+2028/9 as line breaks. */
const UNSAFE_IN_SCRIPT = ['<', '\u2028', '\u2029'].map((character) => ({
  character,
  escape: `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
}))
const escapeScriptJson = (value: unknown): string => {
  let json = JSON.stringify(value)
  // Hardly any page has one, and searching for each is much faster than a regular expression.
  for (const { character, escape } of UNSAFE_IN_SCRIPT)
    if (json.includes(character)) json = json.replaceAll(character, escape)
  return json
}

const renderMeta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`

const renderPreloadLink = ({ url, shape }: PreloadedPicture): string => {
  const { widest, sizes } = PICTURE_SHAPES[shape]
  const srcSet = escapeHtml(buildPictureSrcSet(url, widest))
  return `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${srcSet}" imagesizes="${sizes}" />`
}

const SHARED_PICTURE_PX = 1280

const renderPreview = ({ card, picture, title }: Page, origin: string): string[] => {
  const url = card?.path ?? (picture === null ? null : buildPictureUrl(picture, SHARED_PICTURE_PX))
  if (url === null) return []
  const alt = card?.alt ?? title
  return [
    renderMeta('property', 'og:image', origin + url),
    ...(card
      ? [
          renderMeta('property', 'og:image:type', 'image/jpeg'),
          renderMeta('property', 'og:image:width', String(PREVIEW_CARD.width)),
          renderMeta('property', 'og:image:height', String(PREVIEW_CARD.height)),
        ]
      : []),
    renderMeta('property', 'og:image:alt', alt),
    renderMeta('name', 'twitter:card', 'summary_large_image'),
    renderMeta('name', 'twitter:image', origin + url),
    renderMeta('name', 'twitter:image:alt', alt),
  ]
}

type PageContext = {
  origin: string
  site: Pick<SiteFacts, 'name' | 'accent'>
  language: Language
  languages: readonly Language[]
}

/** Replaces the product's name in texts by that of the site. */
const insertSiteName = <T>(value: T, name: string | null): T =>
  name === null
    ? value
    : (JSON.parse(JSON.stringify(value), (_, member: unknown) =>
        typeof member === 'string' ? replaceProductName(name, member) : member,
      ) as T)

/** The page in the other languages, so that search engines show each visitor their own. */
const renderTranslations = (canonical: string, { origin, languages }: PageContext): string[] =>
  languages.length === 1
    ? []
    : [
        ...languages.map((language) => [language.code, addPrefix(language, canonical)] as const),
        ['x-default', canonical] as const,
      ].map(
        ([code, path]) =>
          `<link rel="alternate" hreflang="${code}" href="${escapeHtml(origin + path)}" />`,
      )

const renderHead = (original: Page, context: PageContext): string => {
  const { origin, site, language } = context
  const { title, description, structuredData, alternates = [] } = original
  const page = {
    ...original,
    ...insertSiteName({ title, description, structuredData, alternates }, site.name),
  }
  const address = origin + addPrefix(language, page.canonical)
  return [
    `<title>${escapeHtml(page.title)}</title>`,
    renderMeta('name', 'description', page.description),
    ...(page.isIndexed && page.status === 200 ? [] : [renderMeta('name', 'robots', 'noindex')]),
    ...(page.status === 200
      ? [
          `<link rel="canonical" href="${escapeHtml(address)}" />`,
          renderMeta('property', 'og:url', address),
        ]
      : []),
    ...(page.isIndexed && page.status === 200 ? renderTranslations(page.canonical, context) : []),
    ...(page.alternates ?? []).map(
      ({ type, href, title }) =>
        `<link rel="alternate" type="${type}" href="${escapeHtml(origin + href)}" title="${escapeHtml(title)}" />`,
    ),
    renderMeta('property', 'og:site_name', site.name ?? PRODUCT_TITLE),
    renderMeta('property', 'og:type', page.type ?? 'website'),
    renderMeta('property', 'og:title', page.title),
    renderMeta('property', 'og:description', page.description),
    ...renderPreview(page, origin),
    ...page.preload.map(renderPreloadLink),
    ...page.structuredData.map(
      (data) =>
        `<script type="application/ld+json">${escapeScriptJson({ '@context': 'https://schema.org', ...data })}</script>`,
    ),
  ].join('\n    ')
}

const renderFileLinks = ({ scripts, styles }: ScreenFiles): string =>
  [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
  ].join('\n    ')

/** Comes after the product's own styles. The colour is part of the address, so that caches keep no old one. */
const renderSiteStyles = ({ site: { accent } }: PageContext): string =>
  accent === null
    ? ''
    : `\n    <link rel="stylesheet" href="${SITE_STYLES_PATH}?${accent.slice(1)}" />`

/** Where the parts of a page go into the template. */
const SLOTS = ['<!--head-->', '</head>', '<div id="root"></div>', '<!--data-->'] as const

/** Splits the template once, because searching and copying the whole page for each slot is slow. */
export const splitTemplate = (html: string): PageTemplate => {
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
  context: PageContext,
): Buffer => {
  const [start = '', toHeadEnd = '', toRoot = '', toData = '', end = ''] = template
  // Encoded separately, because one character beyond Latin-1 slows down the encoding of the whole string.
  return Buffer.concat(
    [
      start + renderHead(page, context) + toHeadEnd,
      // After the template's own styles, the order in which the browser would load them.
      `${renderFileLinks(files)}${renderSiteStyles(context)}\n  </head>${toRoot}<div id="root">`,
      markup,
      `</div>${toData}<script type="application/json" id="initial-data">`,
      escapeScriptJson(page.data),
      `</script>${end}`,
    ].map((part) => Buffer.from(part)),
  )
}

/** Links to both feeds of a page; without `feed`, those of the site. */
export const listFeedLinks = (
  title: string,
  feed?: { kind: SyndicationKind; name: string },
): Alternate[] => [
  {
    type: 'application/atom+xml',
    href: buildFeedPath('atom', feed),
    title: SYNDICATION_TEXT.atomOf(title),
  },
  {
    type: 'application/rss+xml',
    href: buildFeedPath('rss', feed),
    title: SYNDICATION_TEXT.rssOf(title),
  },
  {
    type: 'application/feed+json',
    href: buildFeedPath('json', feed),
    title: SYNDICATION_TEXT.jsonOf(title),
  },
]

/** Links by which other sites discover how to embed the page. */
export const listOembedLinks = (title: string, path: string, origin: string): Alternate[] =>
  (['json', 'xml'] as const).map((format) => ({
    type: format === 'json' ? 'application/json+oembed' : 'text/xml+oembed',
    href: `/oembed?${new URLSearchParams({
      url: origin + addPrefix(getLanguage(), path),
      format,
    }).toString()}`,
    title,
  }))

export type RouteName = keyof typeof paths

export const createBasicPage = (title: string, description: string, canonical: string): Page => ({
  status: 200,
  title: `${title} · ${PRODUCT_TITLE}`,
  description,
  canonical,
  picture: null,
  isIndexed: true,
  structuredData: [],
  data: {},
  preload: [],
})

/** Its address belonged to a former name. */
export const createMovedPage = (path: string): Page => ({
  ...createBasicPage(PAGE_TEXT.moved, PAGE_TEXT.movedHint, path),
  status: 301,
})

export const createNotFoundPage = (): Page => ({
  ...createBasicPage(PAGE_TEXT.notFound, PAGE_TEXT.notFoundHint, paths.home.href()),
  status: 404,
})

const createGonePage = (): Page => ({
  ...createBasicPage(PAGE_TEXT.removed, REMOVED_TEXT, paths.home.href()),
  status: 410,
})

/** The result, or the page that explains why there is none. */
export const catchNotFound = async <T>(reading: Promise<T>): Promise<T | Page> => {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return createNotFoundPage()
    if (error instanceof AppError && error.status === 410) return createGonePage()
    throw error
  }
}

const describeFixedPages = () =>
  ({
    termsPolicy: [NAVIGATION_TEXT.termsAndPolicy, PAGE_TEXT.aboutTerms(PRODUCT_TITLE)],
    contactUs: [NAVIGATION_TEXT.contactUs, PAGE_TEXT.aboutContact(PRODUCT_TITLE)],
    login: [LOGIN_TEXT.title, LOGIN_TEXT.signInToContinue(PRODUCT_TITLE)],
    profile: [NAVIGATION_TEXT.myProfile, PAGE_TEXT.yourProducts],
    boards: [BOARD_TEXT.title, PAGE_TEXT.yourBoards],
    ownCreatorPage: [NAVIGATION_TEXT.yourPage, PAGE_TEXT.yourPage],
    creatorClicks: [CREATOR_TEXT.clicks, PAGE_TEXT.yourClicks],
    following: [FOLLOWING_TEXT.title, PAGE_TEXT.following],
    emailLink: [PAGE_TEXT.signIn, LOGIN_TEXT.signInToContinue(PRODUCT_TITLE)],
    setup: [SETUP_MESSAGES.title, PAGE_TEXT.setup],
    invitation: [INVITATION_TEXT.title, INVITATION_TEXT.instruction],
    alerts: [ALERT_TEXT.title, PAGE_TEXT.alerts],
    report: [NAVIGATION_TEXT.report, PAGE_TEXT.report],
    admin: [PAGE_TEXT.administration, PAGE_TEXT.forAdministrators],
    studio: [NAVIGATION_TEXT.studio, PAGE_TEXT.forPublishers],
    studioPreview: [PAGE_TEXT.preview, PAGE_TEXT.forPublishers],
    accountSettings: [ACCOUNT_SETTINGS_TEXT.title, PAGE_TEXT.accountSettings],
    addProductManual: [NAVIGATION_TEXT.addManually, PAGE_TEXT.addProduct],
    find: [FIND_TITLE, PAGE_TEXT.find],
    sharedLook: [LOOK_TEXT.title, LOOK_TEXT.description],
    addProductPhoto: [NAVIGATION_TEXT.addByUploadingPhoto, PAGE_TEXT.findAsUser],
  }) as const satisfies Partial<Record<RouteName, readonly [string, string]>>
export type FixedRoute = keyof ReturnType<typeof describeFixedPages>

export const getFixedPage = (route: FixedRoute): Page => {
  const [title, description] = describeFixedPages()[route]
  const isIndexed = route === 'termsPolicy' || route === 'contactUs' || route === 'find'
  return { ...createBasicPage(title, description, paths[route].href()), isIndexed }
}
