import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { type EmbedKind, buildEmbedPath } from '#shared/syndication.ts'
import { showPrice } from '#shared/domain/price.ts'
import { paths } from '#shared/paths.ts'
import { SYNDICATION_TEXT } from '#shared/syndication-messages.ts'
import {
  renderCaption,
  renderOrigin,
  buildPageAddress,
  buildPictureAddress,
  productClaim,
  buildProductTitle,
  buildShopLink,
  type FeedSite,
  buildThumbnailAddress,
} from './feed-writers.ts'
import type { Entry, Publication } from './publications.service.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { findLanguage, type Language } from '#server/core/languages.ts'

const STYLE = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0 auto;padding:16px;max-width:880px;background:#faf7f2;color:#16130f;font:15px/1.4 system-ui,sans-serif}
html{background:#faf7f2}h1{margin:0 0 12px;font:500 22px/1.2 Georgia,serif;overflow-wrap:anywhere}
h2{margin:0 0 8px;font-size:15px;font-weight:500;overflow-wrap:anywhere}a{color:inherit;text-underline-offset:3px}
article{display:grid;grid-template-columns:minmax(96px,40%) 1fr;gap:20px;margin:0 0 20px}p{margin:0 0 8px}
img{display:block;width:100%;aspect-ratio:4/5;object-fit:cover;object-position:50% 20%;border-radius:2px;background:#f1ece4}
ul{margin:0;padding:0;list-style:none}li{display:flex;gap:12px;align-items:center;padding:8px 0;border-top:1px solid #ddd5c8}
li:first-child{border:0;padding-top:0}li img{flex:none;width:56px;object-position:50% 50%}li div{min-width:0;overflow-wrap:anywhere}
li span{display:block;color:#655d52}footer{border-top:1px solid #ddd5c8;padding-top:10px;font-size:14px}
@media (max-width:480px){article{grid-template-columns:1fr}article>a img{aspect-ratio:4/3}}
@media (prefers-color-scheme:dark){html,body{background:#141210;color:#f5f0e8}li,footer{border-color:#3a342d}img{background:#24201c}li span{color:#b5aa9b}}`

/**
 * WordPress embeds the page in a sandbox that allows only scripts. It sets the height of the frame (200 to
 * 1,000 px) and follows links on behalf of the page if the page knows the secret in its address. Other
 * sites get plain links.
 */
const SCRIPT = `(function(){
var secret=(/secret=([A-Za-z0-9]{10})/.exec(location.hash)||[])[1];
if(!secret||window===window.parent)return;
function post(message,value){window.parent.postMessage({message:message,value:value,secret:secret},'*')}
function sendHeight(){var height=Math.ceil(document.documentElement.getBoundingClientRect().height);
post('height',Math.min(1000,Math.max(200,height)))}
addEventListener('load',sendHeight);addEventListener('resize',sendHeight);
addEventListener('message',function(event){if(event.data&&event.data.message==='ready')sendHeight()});
document.addEventListener('click',function(event){
var link=event.target.closest&&event.target.closest('a[href]');if(!link)return;
event.preventDefault();post('link',link.getAttribute('data-page')||link.href)});
sendHeight()})()`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The only page that other sites may frame. In a sandbox 'self' matches nothing, so the origin is named. */
export const embedHeaders = (origin: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(SCRIPT)}`,
    `img-src ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-opener-policy': 'unsafe-none',
  'cache-control': 'no-cache',
})

const renderProductRow = (product: CatalogProduct, site: FeedSite, page: string): string => {
  const { product_image: picture, price } = product
  const thumbnail =
    picture === null
      ? ''
      : `<img src="${escapeHtml(buildThumbnailAddress(picture, site))}" alt="" loading="lazy">`
  const terms = [
    escapeHtml(showPrice(price) ?? ''),
    buildShopLink(product, site, page),
    productClaim(product),
  ]
  return `<li>${thumbnail}<div>${escapeHtml(buildProductTitle(product))}<span>${terms.filter(Boolean).join(' · ')}</span></div></li>`
}

const article = (entry: Entry, site: FeedSite, title: string): string => {
  const page = escapeHtml(buildPageAddress(entry.path, site))
  const picture =
    entry.picture === null
      ? ''
      : `<img src="${escapeHtml(buildPictureAddress(entry.picture, site))}" alt="">`
  return `<article><a href="${page}" target="_blank" rel="noopener" aria-label="${escapeHtml(entry.title)}">${picture}</a>
<div>${
    entry.title === title
      ? ''
      : `<h2><a href="${page}" target="_blank" rel="noopener">${escapeHtml(entry.title)}</a></h2>`
  }
${renderCaption(entry)}${entry.note && `<p>${escapeHtml(entry.note)}</p>`}<ul>${entry.products.map((product) => renderProductRow(product, site, buildPageAddress(entry.path, site))).join('')}</ul>${renderOrigin(entry)}</div></article>`
}

const renderFramedPage = (title: string, content: string, page: string, site: FeedSite): string => {
  const name = escapeHtml(site.name)
  const address = escapeHtml(page)
  return `<!doctype html><html lang="${LOCALE_TEXT.language}" dir="${LOCALE_TEXT.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${name}</title><link rel="canonical" href="${address}"><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main>
<footer><a href="${address}" target="_blank" rel="noopener">${name}</a></footer><script>${SCRIPT}</script></body></html>`
}

export const embedPage = ({ title, path, entries }: Publication, site: FeedSite): string => {
  const content = entries.map((entry) => article(entry, site, title)).join('')
  return renderFramedPage(title, content, buildPageAddress(path, site), site)
}

/** In place of what was withdrawn, because browsers show a refused frame as an empty one. */
export const renderUnavailablePage = (site: FeedSite): string =>
  renderFramedPage(SYNDICATION_TEXT.unavailable, '', buildPageAddress('/', site), site)

const WIDTH = 600
/** The script asks WordPress for at most this height, too; longer pages scroll. */
const HEIGHT = { least: 480, most: 1000 }
/** Roughly, at WIDTH: a row of a product, what surrounds the rows of an entry, and the heading and footer. */
const ROW_HEIGHT = 108
const ENTRY_HEIGHT = 80
const EDGES_HEIGHT = 110
/** WordPress does not make frames narrower. */
const MIN_WIDTH = 200

const EMBED_PATTERNS: readonly [EmbedKind, pattern: string][] = [
  ['look', paths.celebrityImage.pattern],
  ['person', paths.celebrity.pattern],
  ['creator', paths.creator.pattern],
  ['board', paths.sharedBoard.pattern],
  ['tag', paths.tag.pattern],
  ['event', paths.event.pattern],
  ['show', paths.show.pattern],
]

/** What a page of this site shows, and in which language; null if it cannot be embedded. */
export const embeddable = (
  address: string,
  origin: string,
  languages: readonly Language[],
): { kind: EmbedKind; name: string; language: Language } | null => {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.origin !== origin) return null
  const language = findLanguage(languages, url.pathname)
  const path = url.pathname.slice(language.prefix.length)
  for (const [kind, pattern] of EMBED_PATTERNS) {
    const start = pattern.slice(0, pattern.indexOf(':'))
    const rest = path.startsWith(start) ? path.slice(start.length) : ''
    if (rest === '' || rest.includes('/')) continue
    try {
      return { kind, name: decodeURIComponent(rest), language }
    } catch {
      // Malformed percent-encoding: the link is damaged.
      return null
    }
  }
  return null
}

type OembedQuery = {
  kind: EmbedKind
  name: string
  maxwidth?: number | undefined
  maxheight?: number | undefined
}

const computeHeight = ({ entries }: Publication): number => {
  const rows = entries.reduce((sum, { products }) => sum + products.length, 0)
  const height = EDGES_HEIGHT + entries.length * ENTRY_HEIGHT + rows * ROW_HEIGHT
  return Math.min(HEIGHT.most, Math.max(HEIGHT.least, height))
}

const replyOf = (publication: Publication, site: FeedSite, query: OembedQuery) => {
  const width = Math.max(MIN_WIDTH, Math.min(WIDTH, query.maxwidth ?? WIDTH))
  const height = Math.min(computeHeight(publication), query.maxheight ?? HEIGHT.most)
  const { maxwidth = Infinity, maxheight = Infinity } = query
  const thumbnail = publication.thumbnails.find(
    (size) => size.width <= maxwidth && size.height <= maxheight,
  )
  const page = escapeHtml(buildPageAddress(publication.path, site))
  const title = escapeHtml(publication.title)
  const frame = escapeHtml(site.origin + buildEmbedPath(query.kind, query.name))
  return {
    version: '1.0',
    type: 'rich',
    provider_name: site.name,
    provider_url: buildPageAddress('/', site),
    title: publication.title,
    ...(thumbnail && {
      thumbnail_url: site.origin + thumbnail.path,
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    }),
    // WordPress removes attributes of the quotation, and shows it where the frame does not load.
    html: `<blockquote><a href="${page}">${title}</a></blockquote><iframe src="${frame}" width="${width}" height="${height}" title="${title}" frameborder="0" marginwidth="0" marginheight="0"></iframe>`,
    width,
    height,
  }
}

const writeXml = (reply: ReturnType<typeof replyOf>): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${Object.entries(reply)
    .map(([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`)
    .join('')}</oembed>\n`

export const oembedReply = (
  publication: Publication,
  site: FeedSite,
  query: OembedQuery & { format: string },
): { type: string; body: string } => {
  const reply = replyOf(publication, site, query)
  // 'application/json+oembed' is the type of links to this reply, not of the reply.
  if (query.format === 'json') return { type: 'application/json', body: JSON.stringify(reply) }
  if (query.format === 'xml') return { type: 'text/xml', body: writeXml(reply) }
  throw new AppError(501, SYNDICATION_TEXT.unknownFormat)
}
