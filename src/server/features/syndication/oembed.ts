import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import { type EmbedKind, embedPath } from '#shared/contract/syndication.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from './entry-html.ts'
import type { Publication } from './publications.service.ts'

const WIDTH = 600
const HEIGHT = 480
/** WordPress does not make frames narrower. */
const MIN_WIDTH = 200

const EMBED_PATTERNS: readonly [EmbedKind, pattern: string][] = [
  ['look', paths.celebrityImage.pattern],
  ['person', paths.celebrity.pattern],
  ['creator', paths.creator.pattern],
  ['board', paths.sharedBoard.pattern],
]

/** What a page of this site shows; null if it cannot be embedded. */
export const embeddable = (
  address: string,
  origin: string,
): { kind: EmbedKind; name: string } | null => {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.origin !== origin) return null
  for (const [kind, pattern] of EMBED_PATTERNS) {
    const start = pattern.slice(0, pattern.indexOf(':'))
    const rest = url.pathname.startsWith(start) ? url.pathname.slice(start.length) : ''
    if (rest === '' || rest.includes('/')) continue
    try {
      return { kind, name: decodeURIComponent(rest) }
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

const replyOf = (publication: Publication, site: Site, query: OembedQuery) => {
  const width = Math.max(MIN_WIDTH, Math.min(WIDTH, query.maxwidth ?? WIDTH))
  const height = Math.min(HEIGHT, query.maxheight ?? HEIGHT)
  const page = escapeHtml(site.origin + publication.path)
  const title = escapeHtml(publication.title)
  const frame = escapeHtml(site.origin + embedPath(query.kind, query.name))
  return {
    version: '1.0',
    type: 'rich',
    provider_name: site.name,
    provider_url: site.origin,
    title: publication.title,
    ...(publication.picture && {
      thumbnail_url: site.origin + publication.picture,
      thumbnail_width: 768,
      thumbnail_height: 960,
    }),
    // WordPress removes attributes of the quotation, and shows it where the frame does not load.
    html: `<blockquote><a href="${page}">${title}</a></blockquote><iframe src="${frame}" width="${width}" height="${height}" title="${title}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`,
    width,
    height,
  }
}

const xmlOf = (reply: ReturnType<typeof replyOf>): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${Object.entries(reply)
    .map(([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`)
    .join('')}</oembed>\n`

export const oembedReply = (
  publication: Publication,
  site: Site,
  query: OembedQuery & { format: string },
): { type: string; body: string } => {
  const reply = replyOf(publication, site, query)
  if (query.format === 'json')
    return { type: 'application/json+oembed', body: JSON.stringify(reply) }
  if (query.format === 'xml') return { type: 'text/xml', body: xmlOf(reply) }
  throw new AppError(501, 'The format must be json or xml')
}
