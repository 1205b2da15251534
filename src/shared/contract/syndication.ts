import { z } from 'zod'
import { EMBED_KINDS, SYNDICATION_KINDS, SYNDICATION_FORMATS } from '#shared/syndication.ts'
import { defineCallsFor } from './call.ts'

const formatSchema = z.enum(SYNDICATION_FORMATS)

/** The name of a person or topic, the token of a board, or a look as in the URL of its page. */
const nameSchema = z.string().min(1).max(4000)

export const syndicationCalls = defineCallsFor('browse', {
  'GET /feeds/:format': {
    summary: 'The newest looks of the site, as Atom, RSS 2.0 or JSON Feed 1.1',
    params: z.object({ format: formatSchema }),
    reply: 'application/*',
    inLanguages: true,
    limit: 'sharedLists',
  },
  'GET /feeds/:format/:kind/:name': {
    summary:
      'The newest looks of a person, creator, tag, event or show, or the items of a shared board',
    params: z.object({ format: formatSchema, kind: z.enum(SYNDICATION_KINDS), name: nameSchema }),
    reply: 'application/*',
    inLanguages: true,
    limit: 'sharedLists',
  },
  'GET /embed/:kind/:name': {
    summary:
      'A look, person, creator, tag, event, show or shared board as a page that others may frame',
    params: z.object({ kind: z.enum(EMBED_KINDS), name: nameSchema }),
    reply: 'text/html',
    inLanguages: true,
    limit: 'sharedLists',
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
    limit: 'sharedLists',
  },
})
