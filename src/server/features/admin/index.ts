import type { Connection } from '#server/db/transaction.ts'
import { createAdminUsersService } from './admin-users.service.ts'
import { createAdminUsersStore } from './admin-users.store.ts'
import { createAuditStore } from './audit.store.ts'

export { adminAuditHandlers, adminInviteHandlers } from './admin-invites.routes.ts'
export { type AuditStore, createAuditStore } from './audit.store.ts'
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
    users: createAdminUsersService({ ...parts, users: createAdminUsersStore(pool), audit }),
  }
}
export type Admin = ReturnType<typeof createAdmin>
