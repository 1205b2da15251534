import { hostname } from 'node:os'
import type { ScheduledBackups } from '#server/backup/scheduled-backups.ts'
import { type AuditStore, createAuditStore } from '#server/core/audit.store.ts'
import type { Core } from '#server/core/core.ts'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { createReadiness } from '#server/core/readiness.ts'
import {
  type Accounts,
  createSessionsStore,
  createUsersStore,
} from '#server/features/accounts/index.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { adminSystemCalls } from '#shared/contract/admin-system.ts'
import { adminUserCalls } from '#shared/contract/admin-users.ts'
import { systemCalls } from '#shared/contract/system.ts'
import { createAdminUsersService, createAdminUsersStore } from './admin-users.store.ts'
import { adminSystemHandlers, adminUserHandlers, systemHandlers } from './admin.routes.ts'
import { createHealth, HEALTH } from './health.store.ts'
import { createOperations } from './operations.service.ts'
import { createAdminJobsStore, createOperationsStore } from './operations.store.ts'
import { createStorageUsage } from './storage-usage.store.ts'

export { createStorageUsage } from './storage-usage.store.ts'

/** Actions of administrators, on the site or by a command, which leaves files to the next sweep. */
export const createAdmin = (
  pool: Connection,
  {
    audit = createAuditStore(pool),
    remove = createUsersStore(pool).remove,
  }: { audit?: AuditStore; remove?: (uid: string) => Promise<void> } = {},
) => ({
  audit,
  jobs: createAdminJobsStore(pool),
  users: createAdminUsersService({
    users: createAdminUsersStore(pool),
    audit,
    remove,
    endSessions: createSessionsStore(pool).removeAll,
  }),
})

type Dependencies = {
  images: Images
  search: Search
  accounts: Accounts
  backups: ScheduledBackups
}

/** Administration, and the health of all servers. */
export const adminFeature = (core: Core, { images, search, accounts, backups }: Dependencies) => {
  const { env, log, pool, audit, publicUrl, database, storage, storageProblem } = core
  const readiness = createReadiness({
    required: [database.check],
    optional: [
      database.diskProblem,
      storageProblem,
      images.cacheProblem,
      ...(search.database ? [search.database.problem] : []),
    ],
  })
  const admin = createAdmin(pool, { audit, remove: accounts.users.remove })
  const health = createHealth({ pool, metrics: core.metrics, readiness, dataDir: env.DATA_DIR })
  const operations = createOperations({
    store: createOperationsStore(pool),
    readiness,
    mail: core.smtp,
    backup: backups.status,
    storageProblem,
    search: search.database?.status ?? null,
    settings: {
      backupEveryMs: env.BACKUP_EVERY ?? null,
      isStorageShared: env.STORAGE_URL !== undefined,
      isDatabaseEmbedded: env.DATABASE_URL === undefined,
      visionWorkers: env.VISION_WORKERS,
      publicUrl,
      dataDir: env.DATA_DIR,
    },
    log,
  })
  operations.gauge(core.registry)
  const readStorage = createStorageUsage({ pool, storage, cacheUsage: images.cacheUsage })
  const { sessions, inviteDeskFor } = accounts
  const parts = { admin, sessions, inviteDeskFor, mail: core.mail }
  let serverName = hostname()
  return {
    users: admin.users,
    readiness,
    health,
    operations,
    feature: {
      routes: [
        calls(systemCalls, systemHandlers(readiness), 'first'),
        calls(adminUserCalls, adminUserHandlers(parts)),
        calls(adminSystemCalls, adminSystemHandlers({ ...parts, operations, health, readStorage })),
      ],
      hourly: { 'health samples': health.sweep },
      scheduled: [
        {
          everyMs: HEALTH.sampleMs,
          tasks: {
            'health sample': () => health.note(serverName),
            'emails to administrators': operations.emailAdmins,
          },
        },
      ],
      start: ({ port }) => {
        serverName = `${hostname()}:${port}`
        readiness.start()
      },
      // If this fails, the server counts as down.
      stop: () => health.noteStopped(serverName).catch(() => undefined),
    } satisfies Feature,
  }
}
