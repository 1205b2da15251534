import { createAuditStore } from '#server/core/audit.store.ts'
import type { Connection } from '#server/core/db/query.ts'
import { createAdminJobsStore } from './admin-jobs.store.ts'
import { createAdminUsersService } from './admin-users.service.ts'
import { createAdminUsersStore } from './admin-users.store.ts'
import * as operations from './operations.service.ts'
import { createOperationsStore } from './operations.store.ts'

export { adminSystemHandlers, adminUserHandlers, systemHandlers } from './admin.routes.ts'
export { createHealth, HEALTH } from './health.store.ts'
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
