import { describeProducts } from '#server/features/ingest/index.ts'
import type { Database } from '#server/core/db/database.ts'
import * as removal from './removal/removal.service.ts'
import type { Logger } from 'pino'
import type { Connection } from '#server/core/db/query.ts'
import type { RateLimiter } from '#server/core/http/rate-limits.store.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import { createNoticesService } from './takedown/notices.service.ts'
import { createNoticesStore } from './takedown/notices.store.ts'
import * as guard from './takedown/picture-guard.ts'
import { createRemovedPicturesStore } from './takedown/removed-pictures.store.ts'
import { createTakedownService } from './takedown/takedown.service.ts'
import { createTakedownsStore } from './takedown/takedowns.store.ts'

export { noticeHandlers, takedownHandlers } from './takedown/takedown.routes.ts'

type GuardParts = Omit<Parameters<typeof guard.createPictureGuard>[0], 'store'> & {
  pool: Connection
}

export const createPictureGuard = ({ pool, ...parts }: GuardParts) =>
  guard.createPictureGuard({ ...parts, store: createRemovedPicturesStore(pool) })

type TakedownParts = Omit<
  Parameters<typeof createTakedownService>[0],
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
    takedown: createTakedownService({ ...parts, store, notices }),
  }
}

export const createCatalogRemoval = (pool: Database['pool']) =>
  removal.createCatalogRemoval(pool, describeProducts)
