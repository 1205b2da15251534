import type { Connection } from '#server/core/db/query.ts'
import { createAdminUsersService } from './admin-users.service.ts'
import { createAdminUsersStore } from './admin-users.store.ts'
import { createAdminJobsStore } from './admin-jobs.store.ts'
import * as storage from './admin-storage.service.ts'
import { createAdminStorageStore } from './admin-storage.store.ts'
import { createAuditStore } from '#server/core/audit.store.ts'

export { adminAuditHandlers, adminInviteHandlers } from './admin-invites.routes.ts'
export { adminJobHandlers } from './admin-jobs.routes.ts'
export { adminStorageHandlers } from './admin-storage.routes.ts'
export { adminUserHandlers } from './admin-users.routes.ts'

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

type StorageParts = Omit<Parameters<typeof storage.createAdminStorage>[0], 'store'> & {
  pool: Connection
}
export const createAdminStorage = ({ pool, ...parts }: StorageParts) =>
  storage.createAdminStorage({ ...parts, store: createAdminStorageStore(pool) })
