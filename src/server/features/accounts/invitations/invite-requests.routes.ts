import { succeeded } from '#shared/contract/call.ts'
import type { inviteRequestCalls } from '#shared/contract/invite-requests.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { InviteRequests } from './invite-requests.service.ts'

const PAGE = 50

type Parts = {
  inviteRequests: InviteRequests
  publicUrl: string | null
  /** Notes what an administrator did. */
  note: (
    actor: string,
    event: 'invitation-created' | 'invitation-declined',
    subject: string,
  ) => Promise<void>
}

const gone = () => new AppError(404, 'Somebody else has answered this request')

export const inviteRequestHandlers = ({
  inviteRequests,
  publicUrl,
  note,
}: Parts): Handlers<typeof inviteRequestCalls> => ({
  'POST /api/invite-requests': async ({ body, user }) => {
    await inviteRequests.ask(user, body.email, body.message)
    return succeeded(null)
  },

  'GET /api/admin/invite-requests': async ({ query }) => {
    // One more than a page holds tells whether there is another page.
    const rows = await inviteRequests.list(query.after ?? null, PAGE + 1)
    const page = rows.slice(0, PAGE)
    return succeeded({
      requests: page.map(({ asked_at, ...request }) => ({
        ...request,
        askedAt: asked_at.toISOString(),
      })),
      next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    })
  },

  'POST /api/admin/invite-requests/:id/accept': async ({ params, user, request }) => {
    const origin = publicUrl ?? new URL(request.url).origin
    const accepted = await inviteRequests.accept(params.id, user.uid, origin)
    if (!accepted) throw gone()
    const { inviteId, ...reply } = accepted
    await note(user.uid, 'invitation-created', inviteId)
    return succeeded(reply)
  },

  'POST /api/admin/invite-requests/:id/decline': async ({ params, user }) => {
    if (!(await inviteRequests.decline(params.id))) throw gone()
    await note(user.uid, 'invitation-declined', params.id)
    return succeeded(null)
  },
})
