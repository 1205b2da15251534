import type { adminAuditCalls } from '#shared/contract/admin-audit.ts'
import type { adminInviteCalls } from '#shared/contract/admin-invites.ts'
import { succeeded } from '#shared/contract/call.ts'
import { invitationMail, type InviteDesk, inviteState } from '#server/features/accounts/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import type { AuditStore } from '#server/core/audit.store.ts'

const PAGE = 50

/** One more row than a page holds tells whether there is another page. */
const pageOf = <T extends { id: string }>(rows: T[]) => {
  const page = rows.slice(0, PAGE)
  return { page, next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
}

type Parts = {
  /** Makes links for this origin. */
  deskFor: (origin: string) => InviteDesk
  audit: AuditStore
  mail: Mail | null
  publicUrl: string | null
}

export const adminInviteHandlers = (parts: Parts): Handlers<typeof adminInviteCalls> => {
  const { deskFor, audit, mail, publicUrl } = parts
  const desk = (request: Request) => deskFor(publicUrl ?? new URL(request.url).origin)
  return {
    'GET /api/admin/invites': async ({ query, request }) => {
      const { page, next } = pageOf(await desk(request).page(query.after ?? null, PAGE + 1))
      return succeeded({
        invites: page.map((invite) => ({
          id: invite.id,
          kind: invite.kind,
          state: inviteState(invite),
          email: invite.email,
          createdAt: invite.created_at.toISOString(),
          expiresAt: invite.expires_at.toISOString(),
          inviter: invite.inviter,
        })),
        next,
      })
    },

    'POST /api/admin/invites': async ({ body, user, request, log }) => {
      const invitee = { email: body.email, name: null, phone: null }
      const { id, code, link } = await desk(request).createCode(invitee, user.uid)
      await audit.note(user.uid, 'invitation-created', id)
      if (!mail || body.email === null || link === null)
        return succeeded({ code, link, isSent: false })
      // The invitation exists and is shown, so the administrator can send it in another way.
      const isSent = await mail.send({ to: body.email, ...invitationMail(code, link) }).then(
        () => true,
        (err: unknown) => {
          log.warn({ err }, 'An invitation could not be sent')
          return false
        },
      )
      return succeeded({ code, link, isSent })
    },

    'DELETE /api/admin/invites/:id': async ({ params, user, request }) => {
      if (!(await desk(request).revoke(params.id)))
        throw new AppError(404, 'There is no such invitation to revoke')
      await audit.note(user.uid, 'invitation-revoked', params.id)
      return succeeded(null)
    },
  }
}

export const adminAuditHandlers = (audit: AuditStore): Handlers<typeof adminAuditCalls> => ({
  'GET /api/admin/audit': async ({ query }) => {
    const { page, next } = pageOf(await audit.list(query.after ?? null, PAGE + 1))
    return succeeded({
      entries: page.map(({ id, at, actor, event, subject }) => ({
        id,
        at: at.toISOString(),
        actor,
        event,
        subject,
      })),
      next,
    })
  },
})
