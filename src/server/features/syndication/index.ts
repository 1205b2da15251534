import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { BoardsFeature } from '#server/features/boards/index.ts'
import type { Outgoing } from '#server/features/outgoing/index.ts'
import { syndicationCalls } from '#shared/contract/syndication.ts'
import { createPublications } from './publications.service.ts'
import { createPublicationsStore } from './publications.store.ts'
import { syndicationHandlers } from './syndication.routes.ts'

type Dependencies = { boards: BoardsFeature; outgoing: Outgoing }

/** Feeds, embeds and oEmbed, through which other sites and programs show our looks. */
export const syndicationFeature = (
  { pool, siteName }: Core,
  { boards, outgoing }: Dependencies,
) => {
  const publications = createPublications({
    store: createPublicationsStore(pool),
    boards: boards.boards,
    creatorPages: boards.creatorPages,
    siteName,
  })
  const siteOf = async (origin: string) => ({
    name: await siteName(),
    origin,
    rules: await outgoing.rules(),
  })
  return {
    feature: {
      routes: [calls(syndicationCalls, syndicationHandlers(publications, siteOf))],
    } satisfies Feature,
  }
}
