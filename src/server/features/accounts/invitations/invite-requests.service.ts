import type { Logger } from 'pino'
import { INVITE_REQUEST_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SessionUser } from '#server/core/http/session.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import type { InvitationsStore } from './invitations.store.ts'
import type { InviteDesk } from './invite-desk.service.ts'
import { acceptedMail, invitationMail } from './invite-mails.ts'
import type { InviteRequestsStore } from './invite-requests.store.ts'
import type { InviteSecrets } from './invite-secrets.ts'

export type InTransaction = <T>(
  work: (stores: {
    requests: InviteRequestsStore
    invitations: InvitationsStore
    deskFor: (origin: string) => InviteDesk
  }) => Promise<T>,
) => Promise<T>

type Parts = {
  store: InviteRequestsStore
  inTransaction: InTransaction
  secrets: InviteSecrets
  mail: Mail | null
  log: Logger
}

/** People who ask for an invitation, and what becomes of it. */
export const createInviteRequestsService = (parts: Parts) => {
  const { store, inTransaction, secrets, mail, log } = parts

  /** The invitation exists already, so that it can be passed on in another way. */
  const isSent = async (to: string, words: { subject: string; text: string }) => {
    if (!mail) return false
    try {
      await mail.send({ to, ...words })
      return true
    } catch (err) {
      log.warn({ err }, 'An invitation could not be sent')
      return false
    }
  }

  return {
    ask: async (user: SessionUser | null, email: string | undefined, message: string) => {
      const address = user?.email ?? email
      if (!address) throw new AppError(400, INVITE_REQUEST_MESSAGES.emailMissing)
      if (user?.hasInviteCode) return
      if (!(await store.add({ email: address, uid: user?.uid ?? null, message })))
        throw new AppError(503, INVITE_REQUEST_MESSAGES.tooMany, { retryAfterSeconds: 3_600 })
    },

    list: store.list,
    decline: store.decline,
    sweep: store.sweep,

    /** Null if the request is gone. `actor` is null for a command. */
    accept: async (id: string, actor: string | null, origin: string) => {
      const accepted = await inTransaction(async ({ requests, invitations, deskFor }) => {
        const request = await requests.take(id)
        if (!request) return null
        const { email, user_id: uid } = request
        const invitee = { email, name: null, phone: null }
        const { id: inviteId, code, link } = await deskFor(origin).createCode(invitee, actor)
        // Through a code like any other, so that it can be revoked like any other.
        if (uid !== null) await invitations.redeemCode(uid, secrets.hashCode(code))
        return { email, inviteId, ...(uid === null ? { code, link } : { code: null, link: null }) }
      })
      if (!accepted) return null
      const { code, link, email } = accepted
      const words =
        code !== null && link !== null
          ? invitationMail(code, link)
          : acceptedMail(origin + paths.addProductPhoto.href())
      return { ...accepted, isSent: await isSent(email, words) }
    },
  }
}
export type InviteRequests = ReturnType<typeof createInviteRequestsService>
