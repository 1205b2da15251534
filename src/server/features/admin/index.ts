import { createAuditStore } from '#server/core/audit.store.ts'
import { hostname } from 'node:os'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { Readiness } from '#server/core/readiness.ts'
import { adminSystemCalls } from '#shared/contract/admin-system.ts'
import { adminUserCalls } from '#shared/contract/admin-users.ts'
import { systemCalls } from '#shared/contract/system.ts'
import { createAdminJobsStore } from './admin-jobs.store.ts'
import { createAdminUsersService } from './admin-users.service.ts'
import { createAdminUsersStore } from './admin-users.store.ts'
import { adminSystemHandlers, adminUserHandlers, systemHandlers } from './admin.routes.ts'
import { HEALTH } from './health.store.ts'
import * as operations from './operations.service.ts'
import { createOperationsStore } from './operations.store.ts'

export { createHealth } from './health.store.ts'
export { createStorageUsage } from './storage-usage.store.ts'

type Parts = {
  pool: Connection
  remove: (uid: string) => Promise<void>
  endSessions: (uid: string) => Promise<unknown>
}

export const createAdmin = ({ pool, ...parts }: Parts) => {
  const audit = createAuditStore(pool)
  return {
    audit,
    jobs: createAdminJobsStore(pool),
    users: createAdminUsersService({ ...parts, users: createAdminUsersStore(pool), audit }),
  }
}

type OperationsParts = Omit<Parameters<typeof operations.createOperations>[0], 'store'> & {
  pool: Connection
}
export const createOperations = ({ pool, ...parts }: OperationsParts) =>
  operations.createOperations({ ...parts, store: createOperationsStore(pool) })

type FeatureParts = Parameters<typeof adminUserHandlers>[0] &
  Parameters<typeof adminSystemHandlers>[0] & { readiness: Readiness }

export const adminFeature = (parts: FeatureParts): Feature => {
  const { health, operations: site, readiness } = parts
  let serverName = hostname()
  return {
    routes: [
      calls(systemCalls, systemHandlers(readiness), 'first'),
      calls(adminUserCalls, adminUserHandlers(parts)),
      calls(adminSystemCalls, adminSystemHandlers(parts)),
    ],
    sweeps: { 'health samples': health.sweep },
    jobs: [
      {
        everyMs: HEALTH.sampleMs,
        tasks: {
          'health sample': () => health.note(serverName),
          'mails to administrators': site.tellAdmins,
        },
      },
    ],
    start: ({ port }) => {
      serverName = `${hostname()}:${port}`
      readiness.start()
    },
    // Whoever cannot be told counts as down, which is not far from true.
    stop: () => health.noteStopped(serverName).catch(() => undefined),
  }
}
