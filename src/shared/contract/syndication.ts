import { z } from 'zod'
import { defineCallsFor } from './call.ts'

const SYNDICATION_FORMATS = ['atom', 'json'] as const
export type SyndicationFormat = (typeof SYNDICATION_FORMATS)[number]
const formatSchema = z.enum(SYNDICATION_FORMATS)

/** What can be subscribed to, and what can be embedded. */
const FEED_KINDS = ['person', 'creator', 'board'] as const
export type FeedKind = (typeof FEED_KINDS)[number]
const EMBED_KINDS = ['look', 'person', 'creator', 'board'] as const
export type EmbedKind = (typeof EMBED_KINDS)[number]

/** A person's name, the token of a board, or a look as in the URL of its page. */
const nameSchema = z.string().min(1).max(4000)

export const syndicationCalls = defineCallsFor('browse', {
  'GET /feeds/:format': {
    summary: 'The newest looks of the site, as Atom or JSON Feed 1.1',
    params: z.object({ format: formatSchema }),
    reply: 'application/*',
  },
  'GET /feeds/:format/:kind/:name': {
    summary: 'The newest looks of a person or creator, or the items of a shared board',
    params: z.object({ format: formatSchema, kind: z.enum(FEED_KINDS), name: nameSchema }),
    reply: 'application/*',
  },
  'GET /embed/:kind/:name': {
    summary: 'A look, person, creator or shared board as a page that other sites may frame',
    params: z.object({ kind: z.enum(EMBED_KINDS), name: nameSchema }),
    reply: 'text/html',
  },
  'GET /oembed': {
    summary: 'How to embed a page of this site (oEmbed 1.0)',
    query: z.object({
      url: z.string().max(8000),
      format: z.string().max(20).default('json'),
      maxwidth: z.coerce.number().int().min(1).max(10_000).optional(),
      maxheight: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    reply: '*/*',
  },
})

export const buildFeedPath = (
  format: SyndicationFormat,
  feed?: { kind: FeedKind; name: string },
): string =>
  feed ? `/feeds/${format}/${feed.kind}/${encodeURIComponent(feed.name)}` : `/feeds/${format}`

export const buildEmbedPath = (kind: EmbedKind, name: string): string =>
  `/embed/${kind}/${encodeURIComponent(name)}`
