import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import type { OwnProducts } from '#server/features/own-products/index.ts'
import type { Identity } from '#server/providers/identity/identity.ts'
import type { IdentityStore } from '#server/providers/identity/identity.store.ts'
import type { SessionKeeper } from '#server/providers/identity/sessions.ts'
import type { Storage } from '#server/providers/storage/storage.ts'
import { createAccountService } from './account.service.ts'
import { createUsersStore } from './users.store.ts'

export { userHandlers } from './users.routes.ts'

export const createUsers = ({
  pool,
  sessions,
  ...parts
}: {
  pool: Database['pool']
  ownProducts: OwnProducts
  identity: Identity
  identityStore: IdentityStore
  sessions: SessionKeeper
  storage: Pick<Storage, 'delete'>
  log: Logger
}) => {
  const users = createUsersStore(pool)
  return { users, sessions, account: createAccountService({ ...parts, users }) }
}
