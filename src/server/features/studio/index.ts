import { studioCalls } from '#shared/contract/studio.ts'
import { suggestionCalls } from '#shared/contract/suggestions.ts'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { createCreatorsStore } from '#server/features/boards/index.ts'
import type { Finder } from '#server/features/finder/index.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Moderation } from '#server/features/moderation/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { createDraftScans } from './draft-scans.service.ts'
import { createDraftsService } from './drafts.service.ts'
import { createDraftsStore } from './drafts.store.ts'
import { createPublishing } from './publishing.service.ts'
import { publishingOn } from './publishing.store.ts'
import { studioHandlers, suggestionHandlers } from './studio.routes.ts'
import { createSuggestions } from './suggestions.service.ts'
import { createSuggestionsStore } from './suggestions.store.ts'

type Dependencies = { images: Images; search: Search; moderation: Moderation; finder: Finder }

/** From a photo to a public look, and back. */
export const studioFeature = (core: Core, { images, search, moderation, finder }: Dependencies) => {
  const { pool, maintenance, atomically, storage, pictures, log, audit } = core
  const { uploads } = images
  const { productsOf } = publishingOn(pool)
  const drafts = createDraftsService({
    store: createDraftsStore(pool),
    creators: createCreatorsStore(pool),
    uploads,
    pictures,
    productsOf,
  })
  const publishing = createPublishing({
    drafts,
    maintenance,
    storage,
    uploads,
    takedown: moderation.takedown,
    settleSearch: search.database?.settle,
    note: audit.note,
    log,
  })
  const suggestions = createSuggestions({
    store: createSuggestionsStore(pool),
    limits: core.limits,
    publishing,
  })
  const scans = createDraftScans({ pool, atomically, log, uploads, finder, productsOf })
  return {
    scans,
    publishing,
    feature: {
      routes: [
        calls(studioCalls, studioHandlers({ drafts, publishing })),
        calls(suggestionCalls, suggestionHandlers(suggestions)),
      ],
      hourly: { 'looks of deleted creators': publishing.withdrawOrphans },
      startInBackground: (listener) =>
        void scans
          .start(listener)
          .catch((err: unknown) =>
            log.error({ err }, 'Could not start scanning the photos of drafts'),
          ),
      abort: scans.close,
    } satisfies Feature,
  }
}
