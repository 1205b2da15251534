import { z } from 'zod'
import { INVITE_REQUEST } from '#shared/constants.ts'
import { defineCalls, envelope, nothing } from './call.ts'

const id = z.string().regex(/^\d{1,18}$/)

const requestSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** Of the account that asked; null if somebody without one entered the address. */
  name: z.string().nullable(),
  message: z.string(),
  askedAt: z.string(),
})
export type InviteRequest = z.infer<typeof requestSchema>

export const inviteRequestCalls = defineCalls({
  'POST /api/invite-requests': {
    summary: 'Ask for an invitation; the reply is the same whether the address is known or not',
    permission: 'browse',
    body: z.object({
      /** Ignored if signed in: then the account asks. */
      email: z.string().trim().toLowerCase().pipe(z.email().max(320)).optional(),
      message: z.string().trim().max(INVITE_REQUEST.messageChars).default(''),
    }),
    reply: nothing,
    limit: 'inviteRequests',
  },
  'GET /api/admin/invite-requests': {
    summary: 'Who asks for an invitation, longest waiting first',
    permission: 'administer',
    query: z.object({ after: id.optional() }),
    reply: envelope(z.object({ requests: z.array(requestSchema), next: z.string().nullable() })),
  },
  'POST /api/admin/invite-requests/:id/accept': {
    summary:
      'Invite whoever asked: an account may add products at once, an address gets an invitation',
    permission: 'administer',
    params: z.object({ id }),
    reply: envelope(
      z.object({
        email: z.string(),
        /** Of an address without an account; shown only in this reply. */
        code: z.string().nullable(),
        link: z.string().nullable(),
        isSent: z.boolean(),
      }),
    ),
    limit: 'adminMails',
  },
  'POST /api/admin/invite-requests/:id/decline': {
    summary: 'Decline a request; whoever asked is not told',
    permission: 'administer',
    params: z.object({ id }),
    reply: nothing,
  },
})
