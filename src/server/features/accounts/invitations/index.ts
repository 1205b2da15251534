import type { Logger } from 'pino'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import type { RateLimiter } from '#server/core/http/rate-limits.store.ts'
import type { SessionKeeper } from '#server/features/accounts/identity/sessions.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import type { Sms } from '#server/core/mail/sms.ts'
import { createInvitationService } from './invitations.service.ts'
import { createInvitationsStore } from './invitations.store.ts'
import { createInviteDeskService } from './invite-desk.service.ts'
import { createInviteRequestsService } from './invite-requests.service.ts'
import { createInviteRequestsStore } from './invite-requests.store.ts'
import { createInviteSecrets } from './invite-secrets.ts'

export { invitationHandlers } from './invitations.routes.ts'
export type { InvitationService } from './invitations.service.ts'
export { type InviteDesk, inviteState } from './invite-desk.service.ts'
export { invitationMail } from './invite-mails.ts'
export { inviteRequestHandlers } from './invite-requests.routes.ts'
export type { InviteRequests } from './invite-requests.service.ts'

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

export const createInviteRequests = ({
  pool,
  secret,
  atomically,
  sms,
  ...parts
}: Settings & { atomically: Atomically; sms: Sms; mail: Mail | null; log: Logger }) => {
  const secrets = createInviteSecrets(secret)
  return createInviteRequestsService({
    ...parts,
    secrets,
    store: createInviteRequestsStore(pool),
    inTransaction: (work) =>
      atomically((connection) => {
        const invitations = createInvitationsStore(connection)
        return work({
          requests: createInviteRequestsStore(connection),
          invitations,
          deskFor: (publicUrl) =>
            createInviteDeskService({ store: invitations, secrets, sms, publicUrl }),
        })
      }),
  })
}
