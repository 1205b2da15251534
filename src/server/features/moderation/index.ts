import { describeProducts } from '#server/features/ingest/index.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Logger } from 'pino'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { noticeCalls, takedownCalls } from '#shared/contract/takedown.ts'
import type { RateLimiter } from '#server/core/http/rate-limits.store.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import { noticeHandlers, takedownHandlers } from './moderation.routes.ts'
import { createNoticesService } from './notices.service.ts'
import { createNoticesStore } from './notices.store.ts'
import * as guard from './picture-guard.ts'
import * as service from './takedown.service.ts'
import { createRemovedPicturesStore, createTakedownsStore } from './takedowns.store.ts'

type GuardParts = Omit<Parameters<typeof guard.createPictureGuard>[0], 'store'> & {
  pool: Connection
}

export const createPictureGuard = ({ pool, ...parts }: GuardParts) =>
  guard.createPictureGuard({ ...parts, store: createRemovedPicturesStore(pool) })

type TakedownParts = Omit<
  Parameters<typeof service.createTakedownService>[0],
  'store' | 'notices' | 'note'
> & {
  pool: Connection
  limits: RateLimiter
  mail: Mail | null
  note: (
    actor: string | null,
    event: 'notice-declined' | 'content-removed' | 'content-restored',
    subject: string,
  ) => Promise<void>
  log: Logger
}

export const createTakedown = ({ pool, limits, mail, ...parts }: TakedownParts) => {
  const store = createTakedownsStore(pool)
  const { note, log } = parts
  const notices = createNoticesService({
    store: createNoticesStore(pool),
    limits,
    mail,
    note,
    log,
  })
  return {
    notices,
    takedown: service.createTakedownService({ ...parts, store, notices }),
  }
}

export const createCatalogRemoval = (pool: Database['pool']) =>
  service.createCatalogRemoval(pool, describeProducts)

const PENDING_EVERY_MS = 60_000

export const moderationFeature = (
  parts: ReturnType<typeof createTakedown> & { publicUrl: string | null },
): Feature => ({
  routes: [
    calls(noticeCalls, noticeHandlers(parts)),
    calls(takedownCalls, takedownHandlers(parts)),
  ],
  jobs: [{ everyMs: PENDING_EVERY_MS, tasks: { takedowns: parts.takedown.carryOutPending } }],
  start: ({ listener }) => parts.takedown.listenOn(listener),
  stop: () => parts.takedown.close(),
})
