import { hostname } from 'node:os'
import type { ScheduledBackups } from '#server/backup/scheduled-backups.ts'
import { type AuditStore, createAuditStore } from '#server/core/audit.store.ts'
import type { Core } from '#server/core/core.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { createReadiness } from '#server/core/readiness.ts'
import type { Accounts } from '#server/features/accounts/index.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Search } from '#server/features/search/index.ts'
import type { Site } from '#server/features/site/index.ts'
import { adminSystemCalls } from '#shared/contract/admin-system.ts'
import { adminUserCalls } from '#shared/contract/admin-users.ts'
import { systemCalls } from '#shared/contract/system.ts'
import { createAdminUsersService } from './admin-users.service.ts'
import { adminSystemHandlers, adminUserHandlers, systemHandlers } from './admin.routes.ts'
import { createHealth, createStorageUsageReader, HEALTH } from './health.service.ts'
import { createOperations } from './operations.service.ts'
import { createAdminJobsStore } from './operations.store.ts'

export { createStorageUsageReader } from './health.service.ts'

/** Actions of administrators, on the site or by a command, which leaves files to the next sweep. */
export const createAdmin = (
  pool: Core['pool'],
  {
    audit = createAuditStore(pool),
    deleteFiles = async () => undefined,
  }: { audit?: AuditStore; deleteFiles?: () => Promise<void> } = {},
) => ({
  audit,
  jobs: createAdminJobsStore(pool),
  users: createAdminUsersService({
    pool,
    atomically: createAtomically(pool),
    audit,
    deleteFiles,
  }),
})

export type Admin = ReturnType<typeof createAdmin>

type AdminDependencies = {
  images: Images
  search: Search
  accounts: Accounts
  backups: ScheduledBackups
  site: Pick<Site, 'overview'>
}

/** Administration, and the health of all servers. */
export const adminFeature = (
  core: Core,
  { images, search, accounts, backups, site }: AdminDependencies,
) => {
  const { env, pool, audit, database, storage, storageProblem } = core
  const readiness = createReadiness({
    required: [database.check],
    optional: [
      database.diskProblem,
      storageProblem,
      images.cacheProblem,
      ...(search.database ? [search.database.problem] : []),
    ],
  })
  const admin = createAdmin(pool, { audit, deleteFiles: accounts.users.deleteFiles })
  const health = createHealth({ pool, metrics: core.metrics, readiness, dataDir: env.DATA_DIR })
  const operations = createOperations({
    ...core,
    readiness,
    backup: backups.status,
    unsavedSince: backups.unsavedSince,
    search: search.database?.status ?? null,
    countUnansweredMisses: search.countUnansweredMisses,
    readChecklist: async () => (await site.overview()).checklist,
  })
  operations.addGauges(core.registry)
  const readStorage = createStorageUsageReader({ pool, storage, cacheUsage: images.cacheUsage })
  let serverName = hostname()
  return {
    users: admin.users,
    readiness,
    health,
    operations,
    feature: {
      routes: [
        calls(systemCalls, systemHandlers(readiness), 'first'),
        calls(adminUserCalls, adminUserHandlers(admin, accounts, core)),
        calls(
          adminSystemCalls,
          adminSystemHandlers(admin, core, {
            health,
            operations,
            readStorage,
            languageOfEmail: accounts.languageOfEmail,
          }),
        ),
      ],
      hourly: { 'health samples': health.sweep },
      scheduled: [
        {
          everyMs: HEALTH.sampleMs,
          tasks: {
            'health sample': () => health.recordSample(serverName),
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
