import type { Connection } from '#server/db/transaction.ts'
import { createAdminUsersStore } from './admin-users.store.ts'

export { adminUserHandlers } from './admin-users.routes.ts'

export const createAdmin = (pool: Connection) => ({ users: createAdminUsersStore(pool) })
