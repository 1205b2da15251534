import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { BoardsFeature } from '#server/features/boards/index.ts'
import { fileResponse } from '#server/features/images/index.ts'
import type { Outgoing } from '#server/features/outgoing/index.ts'
import { syndicationCalls } from '#shared/contract/syndication.ts'
import { type SyndicationKind, buildFeedPath, type SyndicationFormat } from '#shared/syndication.ts'
import { embeddable, embedHeaders, embedPage, oembedReply, renderUnavailablePage } from './embed.ts'
import { FEED_WRITERS } from './feed-writers.ts'
import { createPublications } from './publications.service.ts'
import { runInLanguage } from '#server/core/messages/translation.ts'
import { SYNDICATION_TEXT } from '#shared/syndication-messages.ts'

type Dependencies = { boards: BoardsFeature; outgoing: Outgoing }

/** Feeds, embeds and oEmbed, through which other sites and programs show our looks. */
export const syndicationFeature = (
  { pool, siteName, languages }: Core,
  { boards, outgoing }: Dependencies,
) => {
  const publications = createPublications({
    pool,
    boards: boards.boards,
    creatorPages: boards.creatorPages,
    siteName,
  })
  const createFeedSite = async (origin: string) => ({
    name: await siteName(),
    origin,
    rules: await outgoing.rules(),
  })
  const sendFeed = async (
    format: SyndicationFormat,
    feed: { kind: SyndicationKind; name: string } | null,
    { request, origin }: { request: Request; origin: string },
  ) => {
    const publication = await publications.forFeed(feed)
    const site = await createFeedSite(origin)
    const selfPath = buildFeedPath(format, feed ?? undefined)
    const { type, write } = FEED_WRITERS[format]
    return fileResponse(request, Buffer.from(write({ publication, site, selfPath })), {
      ...FOR_EVERYONE,
      'content-type': `${type}; charset=utf-8`,
    })
  }
  const syndicationHandlers: Handlers<typeof syndicationCalls> = {
    'GET /feeds/:format': ({ params, ...input }) => sendFeed(params.format, null, input),
    'GET /feeds/:format/:kind/:name': ({ params: { format, kind, name }, ...input }) =>
      sendFeed(format, { kind, name }, input),

    'GET /embed/:kind/:name': async ({ params, request, origin }) => {
      const site = await createFeedSite(origin)
      const headers = embedHeaders(origin)
      try {
        const publication = await publications.forEmbed(params.kind, params.name)
        return fileResponse(request, Buffer.from(embedPage(publication, site)), headers)
      } catch (error) {
        if (!(error instanceof AppError && [404, 410].includes(error.status))) throw error
        return new Response(renderUnavailablePage(site), { status: error.status, headers })
      }
    },

    'GET /oembed': async ({ query, request, origin }) => {
      const target = embeddable(query.url, origin, languages)
      if (!target) throw new AppError(404, SYNDICATION_TEXT.notEmbeddable)
      const { type, body } = await runInLanguage(target.language, async () => {
        const publication = await publications.forEmbed(target.kind, target.name)
        return oembedReply(publication, await createFeedSite(origin), { ...query, ...target })
      })
      return fileResponse(request, Buffer.from(body), {
        ...FOR_EVERYONE,
        'content-type': `${type}; charset=utf-8`,
      })
    },
  }

  return {
    feature: {
      routes: [calls(syndicationCalls, syndicationHandlers)],
    } satisfies Feature,
  }
}

/** Feed readers and editors of other sites may run in browsers. Nothing is cached, as it may be withdrawn. */
const FOR_EVERYONE = {
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
