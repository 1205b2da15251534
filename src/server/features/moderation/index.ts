import type { AuditStore } from '#server/core/audit.store.ts'
import type { Core } from '#server/core/core.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Search, SearchDatabase } from '#server/features/search/index.ts'
import { succeeded } from '#shared/contract/call.ts'
import { noticeCalls, takedownCalls } from '#shared/contract/takedown.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { createCatalogRemoval, createContentReader } from '#server/features/catalog/index.ts'
import { createNotices } from './notices.service.ts'
import { parseOwnAddress, type SharedContentReader } from './find-content.ts'
import { createTakedownService, type PictureAccess } from './takedown.service.ts'
import { createTakedownsStore } from './takedowns.store.ts'
import { MODERATION_TEXT } from './moderation-messages.ts'

export type { TakedownService } from './takedown.service.ts'

type TakedownDependencies = Pick<
  Core,
  'pool' | 'maintenance' | 'limits' | 'mail' | 'writeMail' | 'log'
> & {
  audit: Pick<AuditStore, 'note'>
  shared: SharedContentReader
}
type SearchCopy = Pick<SearchDatabase, 'waitUntilApplied'> | null

export const createTakedown = (
  dependencies: TakedownDependencies,
  pictures: PictureAccess,
  search: SearchCopy = null,
) => {
  const { pool, maintenance, limits, mail, writeMail, log } = dependencies
  const { note } = dependencies.audit
  const notices = createNotices({ pool, limits, mail, writeMail, note, log })
  const takedown = createTakedownService({
    ...pictures,
    store: createTakedownsStore(pool),
    content: { ...createContentReader(pool), ...dependencies.shared },
    notices,
    removal: createCatalogRemoval(maintenance),
    atomically: createAtomically(maintenance),
    waitForSearch: search?.waitUntilApplied,
    note,
    log,
  })
  return { notices, takedown }
}

const PENDING_EVERY_MS = MINUTE_MS

type Dependencies = { images: Images; search: Search; shared: SharedContentReader }

/** Notices about content, and its removal. */
export const moderationFeature = (core: Core, { images, search, shared }: Dependencies) => {
  const services = createTakedown({ ...core, shared }, images, search.database)
  const { notices, takedown } = services
  const noticeHandlers: Handlers<typeof noticeCalls> = {
    'POST /api/notices': async ({ body, origin }) => {
      const ownUrl = parseOwnAddress(body.address, origin)
      if (!ownUrl) throw new AppError(400, MODERATION_TEXT.noAddress)
      return succeeded(await notices.receive({ ...body, address: ownUrl.href }))
    },
  }

  const takedownHandlers: Handlers<typeof takedownCalls> = {
    'GET /api/admin/notices': async ({ query }) =>
      succeeded(await notices.list(query.state ?? null, query.after ?? null)),

    'POST /api/admin/notices/:id/decline': async ({ params, body, user }) =>
      notices.decline(params.id, { actor: user.uid, reason: body.reason }),

    'GET /api/admin/takedowns': async ({ query }) =>
      succeeded(await takedown.list(query.after ?? null)),

    'POST /api/admin/takedowns': async ({ body, user, origin, audit }) => {
      const takedownResult = await takedown.remove({
        address: body.address,
        reason: body.reason,
        noticeId: body.notice ?? null,
        actor: user.uid,
        origin,
      })
      audit('content-removed')
      return succeeded(takedownResult)
    },

    'POST /api/admin/takedowns/:id/restore': async ({ params, body, user, audit }) => {
      await takedown.restore(params.id, { actor: user.uid, reason: body.reason })
      audit('content-restored')
    },

    'DELETE /api/admin/takedowns/:id/similar': async ({ params, query }) =>
      takedown.dismissSimilar(params.id, query.url),

    'GET /api/admin/takedown-counts': async () => succeeded({ years: await notices.counts() }),
  }

  return {
    ...services,
    feature: {
      routes: [calls(noticeCalls, noticeHandlers), calls(takedownCalls, takedownHandlers)],
      scheduled: [{ everyMs: PENDING_EVERY_MS, tasks: { takedowns: takedown.applyPending } }],
      start: ({ listener }) => takedown.listenOn(listener),
      stop: () => takedown.close(),
    } satisfies Feature,
  }
}
export type Moderation = ReturnType<typeof moderationFeature>
