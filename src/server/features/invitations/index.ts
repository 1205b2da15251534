import type { Atomically, Connection } from '#server/db/transaction.ts'
import type { RateLimiter } from '#server/http/rate-limits.store.ts'
import type { SessionKeeper } from '#server/providers/identity/sessions.ts'
import type { Sms } from '#server/providers/sms/sms.ts'
import { createInvitationService } from './invitations.service.ts'
import { createInvitationsStore } from './invitations.store.ts'
import { createInviteDeskService } from './invite-desk.service.ts'
import { createInviteSecrets } from './invite-secrets.ts'

export { invitationHandlers } from './invitations.routes.ts'
export type { InvitationService } from './invitations.service.ts'
export { type InviteDesk, inviteState } from './invite-desk.service.ts'

type Settings = { pool: Connection; secret: string }

export const createInvitations = ({
  pool,
  secret,
  atomically,
  ...parts
}: Settings & { limits: RateLimiter; sessions: SessionKeeper; atomically: Atomically }) =>
  createInvitationService({
    ...parts,
    store: createInvitationsStore(pool),
    inTransaction: (work) => atomically((connection) => work(createInvitationsStore(connection))),
    secrets: createInviteSecrets(secret),
  })

export const createInviteDesk = ({
  pool,
  secret,
  ...parts
}: Settings & { sms: Sms; publicUrl: string }) =>
  createInviteDeskService({
    ...parts,
    store: createInvitationsStore(pool),
    secrets: createInviteSecrets(secret),
  })
