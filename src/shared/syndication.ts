import { TOPIC_KINDS } from './domain/topic.ts'
import { paths } from './paths.ts'

export const SYNDICATION_FORMATS = ['atom', 'rss', 'json'] as const
export type SyndicationFormat = (typeof SYNDICATION_FORMATS)[number]

/** What can be subscribed to, and what can be embedded. */
export const SYNDICATION_KINDS = ['person', 'creator', 'board', ...TOPIC_KINDS] as const
export type SyndicationKind = (typeof SYNDICATION_KINDS)[number]
export const EMBED_KINDS = ['look', ...SYNDICATION_KINDS] as const
export type EmbedKind = (typeof EMBED_KINDS)[number]

export const buildFeedPath = (
  format: SyndicationFormat,
  feed?: { kind: SyndicationKind; name: string },
): string =>
  feed ? `/feeds/${format}/${feed.kind}/${encodeURIComponent(feed.name)}` : `/feeds/${format}`

export const buildEmbedPath = (kind: EmbedKind, name: string): string =>
  `/embed/${kind}/${encodeURIComponent(name)}`

/** A look is embedded by the last part of its page's address. */
export const buildLookEmbedPath = (imageUrl: string): string =>
  paths.celebrityImage.href(imageUrl).replace(/^.*\//, '/embed/look/')
