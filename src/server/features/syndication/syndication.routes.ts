import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { fileResponse } from '#server/features/images/index.ts'
import {
  type FeedFormat,
  feedPath,
  type FeedKind,
  type syndicationCalls,
} from '#shared/contract/syndication.ts'
import { embedHeaders, embedPage } from './embed-page.ts'
import type { Site } from './entry-html.ts'
import { FEED_WRITERS } from './feed-writers.ts'
import { embeddable, oembedReply } from './oembed.ts'
import type { Publications } from './publications.service.ts'

/** Readers of feeds and editors of other sites run in browsers, too. Nobody keeps what may be withdrawn. */
const FOR_EVERYONE = {
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

export const syndicationHandlers = (
  publications: Publications,
  siteOf: (origin: string) => Promise<Site>,
): Handlers<typeof syndicationCalls> => {
  const feed = async (
    format: FeedFormat,
    wanted: { kind: FeedKind; name: string } | null,
    { request, origin }: { request: Request; origin: string },
  ) => {
    const publication = await publications.forFeed(wanted)
    const site = await siteOf(origin)
    const selfPath = feedPath(format, wanted ?? undefined)
    const { type, write } = FEED_WRITERS[format]
    return fileResponse(request, Buffer.from(write({ publication, site, selfPath })), {
      ...FOR_EVERYONE,
      'content-type': `${type}; charset=utf-8`,
    })
  }
  return {
    'GET /feeds/:format': ({ params, ...input }) => feed(params.format, null, input),
    'GET /feeds/:format/:kind/:name': ({ params: { format, kind, name }, ...input }) =>
      feed(format, { kind, name }, input),

    'GET /embed/:kind/:name': async ({ params, request, origin }) => {
      const publication = await publications.forEmbed(params.kind, params.name)
      const html = embedPage(publication, await siteOf(origin))
      return fileResponse(request, Buffer.from(html), embedHeaders(origin))
    },

    'GET /oembed': async ({ query, request, origin }) => {
      const wanted = embeddable(query.url, origin)
      if (!wanted) throw new AppError(404, 'This address cannot be embedded')
      const publication = await publications.forEmbed(wanted.kind, wanted.name)
      const wish = { ...query, ...wanted }
      const { type, body } = oembedReply(publication, await siteOf(origin), wish)
      return fileResponse(request, Buffer.from(body), {
        ...FOR_EVERYONE,
        'content-type': `${type}; charset=utf-8`,
      })
    },
  }
}
