import type { Logger } from 'pino'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import type { OwnProducts } from '#server/features/library/own-products/index.ts'
import type { UploadsService } from '#server/features/library/uploads/index.ts'
import type { Identity } from '#server/features/accounts/identity/identity.ts'
import type { IdentityStore } from '#server/features/accounts/identity/identity.store.ts'
import type { SessionKeeper } from '#server/features/accounts/identity/sessions.ts'
import type { Decode } from '#server/vision/picture.ts'
import { createAccountService } from './account.service.ts'
import { createFacebookDeletionStore } from './facebook-deletion.store.ts'
import { createUsersStore } from './users.store.ts'

export { dataDeletionHandlers } from './facebook-deletion.routes.ts'
export { createUsersStore } from './users.store.ts'
export { userHandlers } from './users.routes.ts'

export const createUsers = ({
  pool,
  atomically,
  sessions,
  uploads,
  log,
  publicUrl,
  facebookSecret,
  ...parts
}: {
  pool: Connection
  atomically: Atomically
  ownProducts: OwnProducts
  identity: Identity
  identityStore: IdentityStore
  sessions: SessionKeeper
  uploads: Pick<UploadsService, 'deleteOwnerless'>
  decode: Decode
  log: Logger
  publicUrl: string | null
  facebookSecret: string | null
}) => {
  const users = createUsersStore(pool)
  const deleteFiles = () =>
    uploads.deleteOwnerless().catch((err: unknown) => {
      log.error({ err }, 'Files of a deleted account are left for the next sweep')
    })
  return {
    users,
    sessions,
    account: createAccountService({ ...parts, users, log, deleteFiles }),
    facebookDeletions: createFacebookDeletionStore(pool, atomically),
    facebookSecret,
    publicUrl,
    deleteFiles,
  }
}
