import { TOPIC_KINDS } from './domain/topic.ts'
import { paths } from './paths.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

export const SYNDICATION_FORMATS = ['atom', 'rss', 'json'] as const
export type SyndicationFormat = (typeof SYNDICATION_FORMATS)[number]

/** What can be subscribed to, and what can be embedded. */
export const SYNDICATION_KINDS = ['person', 'creator', 'board', ...TOPIC_KINDS] as const
export type SyndicationKind = (typeof SYNDICATION_KINDS)[number]
export const EMBED_KINDS = ['look', ...SYNDICATION_KINDS] as const
export type EmbedKind = (typeof EMBED_KINDS)[number]

/** In the language of the page, like the other addresses here. */
export const buildFeedPath = (
  format: SyndicationFormat,
  feed?: { kind: SyndicationKind; name: string },
): string =>
  `${LOCALE_TEXT.prefix}/feeds/${format}${feed ? `/${feed.kind}/${encodeURIComponent(feed.name)}` : ''}`

export const buildEmbedPath = (kind: EmbedKind, name: string): string =>
  `${LOCALE_TEXT.prefix}/embed/${kind}/${encodeURIComponent(name)}`

/** A look is embedded by the last part of its page's address. */
export const buildLookEmbedPath = (imageUrl: string): string =>
  paths.celebrityImage.href(imageUrl).replace(/^.*\//, `${LOCALE_TEXT.prefix}/embed/look/`)
