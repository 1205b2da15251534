import type { Connection } from '#server/core/db/query.ts'
import type { IdentityStore } from '#server/features/accounts/identity/identity.store.ts'
import type { SessionKeeper } from '#server/features/accounts/identity/sessions.ts'
import { createChallenges } from './challenges.ts'
import { createPasskeysService } from './passkeys.service.ts'
import { createPasskeysStore } from './passkeys.store.ts'

export { passkeyHandlers } from './passkeys.routes.ts'

export const createPasskeys = ({
  pool,
  secret,
  publicUrl,
  ...parts
}: {
  pool: Connection
  secret: string
  publicUrl: string | null
  identityStore: IdentityStore
  sessions: SessionKeeper
}) => ({
  service: createPasskeysService({
    ...parts,
    store: createPasskeysStore(pool),
    challenges: createChallenges(secret),
  }),
  publicUrl,
})
