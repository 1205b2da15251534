import { succeeded } from '#shared/contract/call.ts'
import type { invitationCalls } from '#shared/contract/invitations.ts'
import { INVITE_MESSAGES } from '#shared/account-messages.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { InvitationService } from './invitations.service.ts'

export const invitationHandlers = (
  invitations: InvitationService,
): Handlers<typeof invitationCalls> => ({
  'POST /invite-code.php?action=check': async ({ user }) => ({
    ...succeeded(null),
    has_invite_code: await invitations.isInvited(user.uid),
  }),
  'POST /invite-code.php?action=save': async ({ user, body, address, audit }) => {
    await invitations.redeemCode(user, body.code, address)
    audit('invitation-redeemed')
    return succeeded(null)
  },
  'DELETE /invite-code.php?action=remove': async ({ user }) => {
    await invitations.giveUp(user.uid)
    return succeeded(null)
  },
  'POST /api/invite-codes/validate-and-create-user-by-ref': async ({
    body,
    request,
    address,
    audit,
  }) => {
    const caller = { address, userAgent: request.headers.get('user-agent') }
    const { user, cookie } = await invitations.createUserByRef(body.ref, caller)
    audit('sign-in', user.uid)
    const wireUser = { email: user.email, name: user.displayName, photo_url: user.photoURL }
    return Response.json(
      { ...succeeded(null), user: wireUser },
      { headers: { 'set-cookie': cookie } },
    )
  },
  'POST /api/invite-codes/validate-and-create-user': async ({ body, address, audit }) => {
    const { email, code, name } = body
    const key = await invitations.createUserByCode({ email, code, name: name || null }, address)
    audit('invitation-redeemed')
    return { ...succeeded(null, INVITE_MESSAGES.accountCreated(key)), key }
  },
})
