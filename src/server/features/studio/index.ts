import { readSentFile } from '#server/core/http/request-body.ts'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Accounts } from '#server/features/accounts/index.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import type { Finder } from '#server/features/finder/index.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Moderation } from '#server/features/moderation/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { succeeded } from '#shared/contract/call.ts'
import { adminPeopleCalls } from '#shared/contract/admin-people.ts'
import { handOverCalls, studioCalls, suggestionCalls } from '#shared/contract/studio.ts'
import { createCorrection } from './corrections.service.ts'
import { createCreatorRenaming } from './creator-names.service.ts'
import { createDraftScans } from './draft-scans.service.ts'
import { createDrafts, publisherOf } from './drafts.service.ts'
import { createPeopleManagement } from './people.service.ts'
import { peopleHandlers } from './people.routes.ts'
import { createPublishing } from './publishing.service.ts'
import { createCorrectionSuggestions } from './suggestions.service.ts'

export { createSuggestionsStore } from './suggestions.store.ts'

type Dependencies = {
  images: Images
  search: Search
  moderation: Moderation
  finder: Finder
  accounts: Pick<Accounts, 'findAccount'>
}

const PUBLISH_EVERY_MS = MINUTE_MS

/** From a photo to a public look, and back. */
export const studioFeature = (
  core: Core,
  { images, search, moderation, finder, accounts }: Dependencies,
) => {
  const { pool, atomically, pictures, log, audit } = core
  const { uploads } = images
  const { checkUpload } = images.guard
  const { products } = createCatalogReader(pool)
  const productsOf = products.productIds
  const drafts = createDrafts({
    pool,
    pictures,
    uploads,
    productsOf,
  })
  const waitForSearch = search.database?.waitUntilApplied
  const catalog = { ...core, uploads, checkUpload, waitForSearch, note: audit.note }
  const publishing = createPublishing({
    ...catalog,
    drafts,
    takedown: moderation.takedown,
    findAccount: accounts.findAccount,
  })
  const renameCreator = createCreatorRenaming(catalog)
  const correctWornItem = createCorrection(catalog)
  const suggestions = createCorrectionSuggestions({ ...core, correctWornItem })
  const scans = createDraftScans({ pool, atomically, log, uploads, finder, productsOf })
  const suggestionHandlers: Handlers<typeof suggestionCalls> = {
    'POST /api/suggestions': async ({ body }) => suggestions.add(body),

    'GET /api/studio/suggestions': async ({ query }) =>
      succeeded(await suggestions.list(query.after)),

    'POST /api/studio/suggestions/:id/accept': async ({ params, body, user }) =>
      suggestions.accept(params.id, user.uid, body.product),

    'DELETE /api/studio/suggestions/:id': async ({ params }) => suggestions.dismiss(params.id),
  }

  const studioHandlers: Handlers<typeof studioCalls> = {
    'GET /api/studio': async ({ user }) => {
      const creator = await drafts.creatorOf(user)
      return succeeded({
        creator: creator && { name: creator.name, displayName: creator.display_name },
      })
    },

    'PUT /api/studio/page': async ({ user, body }) => renameCreator(user, body),

    'GET /api/studio/drafts': async ({ user, query }) =>
      succeeded(await drafts.list(publisherOf(user), query)),

    'POST /api/studio/drafts': async ({ user, body, files, request }) => {
      const bytes = await readSentFile(files, 'image')
      const options = {
        takenOn: body.takenOn ?? null,
        sha256: body.sha256 ?? null,
        isArchive: body.archive !== undefined,
      }
      return succeeded(await drafts.begin(user, bytes, options, request.signal))
    },

    'POST /api/studio/known-photos': async ({ user, body }) =>
      succeeded({ known: await drafts.knownPhotos(user.uid, body.hashes) }),

    'GET /api/studio/drafts/:id': async ({ user, params }) =>
      succeeded(await drafts.find(params.id, publisherOf(user))),

    'PUT /api/studio/drafts/:id': async ({ user, params, body }) =>
      succeeded({
        version: await drafts.save(params.id, publisherOf(user), body.version, body.content),
      }),

    'DELETE /api/studio/drafts/:id': async ({ user, params }) =>
      drafts.remove(params.id, publisherOf(user)),

    'POST /api/studio/drafts/:id/scan': async ({ user, params }) =>
      drafts.scanAgain(params.id, publisherOf(user)),

    'GET /api/studio/drafts/:id/preview': async ({ user, params }) =>
      succeeded(await publishing.preview(params.id, user)),

    'GET /api/studio/drafts/:id/person': async ({ user, params, query }) =>
      succeeded(await publishing.checkPersonName(params.id, user, query.name)),

    'POST /api/studio/drafts/:id/publish': async ({ user, params, body }) =>
      succeeded(await publishing.publish(params.id, user, body.version)),

    'PUT /api/studio/drafts/:id/schedule': async ({ user, params, body }) =>
      publishing.schedule(params.id, user, body),

    'DELETE /api/studio/drafts/:id/schedule': async ({ user, params }) =>
      publishing.unschedule(params.id, user),

    'POST /api/studio/drafts/:id/withdraw': async ({ user, params, origin }) =>
      publishing.withdraw(params.id, user, origin),

    'POST /api/studio/garments/:garment': async ({ user, params, body }) =>
      succeeded({
        drafts: await drafts.applyToGarment(publisherOf(user), params.garment, body.choice),
      }),
  }

  const handOverHandlers: Handlers<typeof handOverCalls> = {
    'GET /api/studio/editors': async ({ user }) =>
      succeeded({ editors: await drafts.editors(user.uid) }),

    'POST /api/studio/drafts/:id/hand-over': async ({ user, params, body, request }) =>
      drafts.handOver(params.id, publisherOf(user), body, request.signal),
  }

  return {
    scans,
    publishing,
    feature: {
      routes: [
        calls(studioCalls, studioHandlers),
        calls(suggestionCalls, suggestionHandlers),
        calls(handOverCalls, handOverHandlers),
        calls(
          adminPeopleCalls,
          peopleHandlers(core, createPeopleManagement({ ...catalog, pictures, ...images })),
        ),
      ],
      scheduled: [
        { everyMs: PUBLISH_EVERY_MS, tasks: { 'scheduled looks': publishing.publishDue } },
      ],
      startInBackground: async (listener) => {
        await publishing.orphans.start(listener)
        await scans.start(listener)
      },
      abort: async () => {
        await publishing.orphans.close()
        await scans.close()
      },
    } satisfies Feature,
  }
}
