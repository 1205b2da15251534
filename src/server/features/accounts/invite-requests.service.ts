import type { Logger } from 'pino'
import { INVITE_REQUEST_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SessionUser } from '#server/core/http/session.ts'
import { type Mail, trySend } from '#server/core/mail/mail.ts'
import type { InviteDesk, InviteSecrets } from './invitations.service.ts'
import type { InvitationsStore, InviteRequestsStore } from './invitations.store.ts'

type InTransaction = <T>(
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

/** Requests for an invitation, and the decisions about them. */
export const createInviteRequestsService = (parts: Parts) => {
  const { store, inTransaction, secrets, mail, log } = parts

  return {
    add: async (user: SessionUser | null, email: string | undefined, message: string) => {
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
      const acceptance = await inTransaction(async ({ requests, invitations, deskFor }) => {
        const request = await requests.take(id)
        if (!request) return null
        const { email, user_id: uid } = request
        const invitee = { email, name: null, phone: null }
        const { id: inviteId, code, link } = await deskFor(origin).createCode(invitee, actor)
        // An ordinary code is redeemed, so that the invitation can be revoked like any other.
        if (uid !== null) await invitations.redeemCode(uid, secrets.hashCode(code))
        return { email, inviteId, ...(uid === null ? { code, link } : { code: null, link: null }) }
      })
      if (!acceptance) return null
      const { code, link, email } = acceptance
      const content =
        code !== null && link !== null
          ? invitationMail(code, link)
          : acceptedMail(origin + paths.addProductPhoto.href())
      // A failed email is only reported: the administrator can pass the invitation on in another way.
      return { ...acceptance, isSent: await trySend(mail, { to: email, ...content }, log) }
    },
  }
}
export type InviteRequests = ReturnType<typeof createInviteRequestsService>

/** For somebody who may not have an account yet. */
export const invitationMail = (code: string, link: string) => ({
  subject: 'Your invitation to Wearabouts',
  text: [
    'You are invited to add products to Wearabouts. Open this link to create your account:',
    link,
    `If you have an account already, sign in and enter this code: ${code}`,
    'It works once, within seven days.',
  ].join('\n\n'),
})

/** For somebody with an account, who has nothing left to redeem. */
const acceptedMail = (link: string) => ({
  subject: 'You are invited to Wearabouts',
  text: [
    'You asked for an invitation to Wearabouts. Your account can now add products and keep what you find in photos:',
    link,
  ].join('\n\n'),
})
