import type { AuditStore } from '#server/core/audit.store.ts'
import { readPageById } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { INVITE_MESSAGES } from '#shared/account-messages.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { invitationCalls, inviteRequestCalls } from '#shared/contract/invitations.ts'
import { createCookieResponse } from './cookies.ts'
import type { Invitations, InviteRequests } from './invitations.service.ts'
import { ACCOUNT_SERVICE_TEXT } from './account-service-messages.ts'

export const invitationHandlers = (invitations: Invitations): Handlers<typeof invitationCalls> => ({
  'POST /invite-code.php?action=check': async ({ user }) => ({
    ...succeeded(null),
    has_invite_code: await invitations.isInvited(user.uid),
  }),
  'POST /invite-code.php?action=save': async ({ user, body, address, audit }) => {
    await invitations.redeemCode(user, body.code, address)
    audit('invitation-redeemed')
  },
  'DELETE /invite-code.php?action=remove': async ({ user }) => invitations.giveUp(user.uid),
  'POST /api/invite-codes/validate-and-create-user-by-ref': async ({ body, audit, ...caller }) => {
    const { user, cookie } = await invitations.createUserByRef(body.ref, caller)
    audit('sign-in', user.uid)
    const wireUser = { email: user.email, name: user.displayName, photo_url: user.photoURL }
    return createCookieResponse({ ...succeeded(null), user: wireUser }, [cookie])
  },
  'POST /api/invite-codes/validate-and-create-user': async ({ body, address, audit }) => {
    const { email, code, name } = body
    const key = await invitations.createUserByCode({ email, code, name: name || null }, address)
    audit('invitation-redeemed')
    return { ...succeeded(null, INVITE_MESSAGES.accountCreated(key)), key }
  },
})

type InviteRequestRoutesDependencies = { inviteRequests: InviteRequests; note: AuditStore['note'] }

const alreadyAnsweredError = () => new AppError(409, ACCOUNT_SERVICE_TEXT.requestAnswered)

export const inviteRequestHandlers = ({
  inviteRequests,
  note,
}: InviteRequestRoutesDependencies): Handlers<typeof inviteRequestCalls> => ({
  'POST /api/invite-requests': async ({ body, user, language }) =>
    inviteRequests.add(user, { ...body, language }),

  'GET /api/admin/invite-requests': async ({ query }) => {
    const { page: requests, next } = await readPageById((limit) =>
      inviteRequests.list(query.after ?? null, limit),
    )
    return succeeded({ requests, next })
  },

  'POST /api/admin/invite-requests/:id/accept': async ({ params, user, origin }) => {
    const acceptance = await inviteRequests.accept(params.id, user.uid, origin)
    if (!acceptance) throw alreadyAnsweredError()
    const { inviteId, ...reply } = acceptance
    await note(user.uid, 'invitation-created', inviteId)
    return succeeded(reply)
  },

  'POST /api/admin/invite-requests/:id/decline': async ({ params, user }) => {
    if (!(await inviteRequests.decline(params.id))) throw alreadyAnsweredError()
    await note(user.uid, 'invitation-declined', params.id)
  },
})
