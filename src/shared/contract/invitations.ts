import { z } from 'zod'
import { INVITE_MESSAGES } from '#shared/account-messages.ts'
import { INVITE_REQUEST } from '#shared/account-constants.ts'
import { defineCalls, envelopeSchema, emptyReply, rowId, emailSchema, idParams } from './call.ts'
import { uidSchema } from './session.ts'

/** The specified password field is accepted and ignored, because invitations create no credentials. */
const ignoredPassword = z.string().max(500).nullish()

export const invitationCalls = defineCalls({
  'POST /invite-code.php?action=check': {
    summary: 'Whether the signed-in person holds an invite code',
    permission: 'use-account',
    body: z.object({ firebase_uid: uidSchema }),
    reply: emptyReply.extend({ has_invite_code: z.boolean() }),
  },
  'POST /invite-code.php?action=save': {
    summary: 'Redeem a six-character invite code',
    permission: 'use-account',
    failure: () => INVITE_MESSAGES.saveFailed,
    body: z.object({ firebase_uid: uidSchema, code: z.string().max(100) }),
  },
  'DELETE /invite-code.php?action=remove': {
    summary: 'Give up the own invite code',
    permission: 'use-account',
    body: z.object({ firebase_uid: uidSchema }),
  },
  'POST /api/invite-codes/validate-and-create-user-by-ref': {
    summary: 'Redeem a reference link: makes the account and a session of 24 hours',
    permission: 'browse',
    callers: 'browsers',
    failure: () => INVITE_MESSAGES.createAccountFailed,
    body: z.object({ ref: z.string().min(1).max(200), password: ignoredPassword }),
    reply: emptyReply.extend({
      user: z.object({ email: z.string(), name: z.string(), photo_url: z.string() }),
    }),
  },
  'POST /api/invite-codes/validate-and-create-user': {
    summary: 'Redeem an email and code: makes the account and a one-time key, given in `key`',
    permission: 'browse',
    callers: 'browsers',
    failure: () => INVITE_MESSAGES.createAccountFailed,
    body: z.object({
      email: emailSchema,
      code: z.string().max(100),
      name: z.string().trim().max(100).nullish(),
      password: ignoredPassword,
    }),
    reply: emptyReply.extend({ key: z.string() }),
  },
})

export const inviteRequestSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** Of the account that requested it; null if a visitor without an account entered the address. */
  name: z.string().nullable(),
  message: z.string(),
  askedAt: z.string(),
})
export type InviteRequest = z.infer<typeof inviteRequestSchema>

export const inviteRequestCalls = defineCalls({
  'POST /api/invite-requests': {
    summary: 'Ask for an invitation; the reply is the same whether the address is known or not',
    permission: 'browse',
    body: z.object({
      /** Ignored if signed in: then the account asks. */
      email: emailSchema.optional(),
      message: z.string().trim().max(INVITE_REQUEST.messageChars).default(''),
    }),
    limit: 'inviteRequests',
  },
  'GET /api/admin/invite-requests': {
    summary: 'Who asks for an invitation, longest waiting first',
    permission: 'administer',
    query: z.object({ after: rowId.optional() }),
    reply: envelopeSchema(
      z.object({ requests: z.array(inviteRequestSchema), next: z.string().nullable() }),
    ),
  },
  'POST /api/admin/invite-requests/:id/accept': {
    summary:
      'Invite whoever asked: an account may add products at once, an address gets an invitation',
    permission: 'administer',
    params: idParams,
    reply: envelopeSchema(
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
    params: idParams,
  },
})
