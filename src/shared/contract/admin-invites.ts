import { z } from 'zod'
import { defineCalls, envelope, nothing } from './call.ts'

const inviteSchema = z.object({
  id: z.string(),
  kind: z.enum(['code', 'ref']),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  email: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  inviter: z.string().nullable(),
})
export type AdminInvite = z.infer<typeof inviteSchema>

const id = z.string().regex(/^\d{1,18}$/)

export const adminInviteCalls = defineCalls({
  'GET /api/admin/invites': {
    summary: 'Invitations, newest first; a code or link cannot be read back',
    permission: 'administer',
    query: z.object({ after: id.optional() }),
    reply: envelope(z.object({ invites: z.array(inviteSchema), next: z.string().nullable() })),
  },
  'POST /api/admin/invites': {
    summary:
      'Create an invitation, shown only in this reply, and send it to the address if there is one',
    permission: 'administer',
    body: z.object({
      email: z.string().trim().toLowerCase().pipe(z.email().max(320)).nullable(),
    }),
    reply: envelope(
      z.object({ code: z.string(), link: z.string().nullable(), isSent: z.boolean() }),
    ),
    limit: 'adminMails',
  },
  'DELETE /api/admin/invites/:id': {
    summary: 'Revoke an invitation, and what it gave if it was used',
    permission: 'administer',
    params: z.object({ id }),
    reply: nothing,
  },
})
