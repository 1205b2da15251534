import type { Logger } from 'pino'
import { noticeCalls, takedownCalls } from '#shared/contract/takedown.ts'
import type { AuditStore } from '#server/core/audit.store.ts'
import type { Core } from '#server/core/core.ts'
import type { Database } from '#server/core/db/database.ts'
import { type Connection, createAtomically } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { RateLimiter } from '#server/core/http/rate-limits.store.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Search, SearchDatabase } from '#server/features/search/index.ts'
import { noticeHandlers, takedownHandlers } from './moderation.routes.ts'
import { createNoticesService } from './notices.service.ts'
import { createNoticesStore } from './notices.store.ts'
import {
  createCatalogRemoval,
  createTakedownService,
  type PictureAccess,
} from './takedown.service.ts'
import { createTakedownsStore } from './takedowns.store.ts'

export type { TakedownService } from './takedown.service.ts'

type Settings = {
  pool: Connection
  /** A pool without time limits, because a removal may take long. */
  maintenance: Database['pool']
  limits: RateLimiter
  mail: Mail | null
  audit: Pick<AuditStore, 'note'>
  log: Logger
}
type SearchCopy = Pick<SearchDatabase, 'settle'> | null

export const createTakedown = (
  settings: Settings,
  pictures: PictureAccess,
  search: SearchCopy = null,
) => {
  const { pool, maintenance, limits, mail, log } = settings
  const { note } = settings.audit
  const notices = createNoticesService({
    store: createNoticesStore(pool),
    limits,
    mail,
    note,
    log,
  })
  const takedown = createTakedownService({
    ...pictures,
    store: createTakedownsStore(pool),
    notices,
    removal: createCatalogRemoval(maintenance),
    atomically: createAtomically(maintenance),
    settleSearch: search?.settle,
    note,
    log,
  })
  return { notices, takedown }
}

const PENDING_EVERY_MS = 60_000

/** Notices about content, and its removal. */
export const moderationFeature = (core: Core, images: Images, search: Search) => {
  const { notices, takedown } = createTakedown(core, images, search.database)
  const services = { notices, takedown }
  return {
    ...services,
    feature: {
      routes: [
        calls(noticeCalls, noticeHandlers(services)),
        calls(takedownCalls, takedownHandlers(services)),
      ],
      scheduled: [{ everyMs: PENDING_EVERY_MS, tasks: { takedowns: takedown.carryOutPending } }],
      start: ({ listener }) => takedown.listenOn(listener),
      stop: () => takedown.close(),
    } satisfies Feature,
  }
}
export type Moderation = ReturnType<typeof moderationFeature>
