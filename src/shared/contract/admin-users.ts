import { z } from 'zod'
import { defineCallsFor, envelopeSchema, rowId, emailSchema, idParams } from './call.ts'
import { PUBLISHER_ROLES, USER_ROLES } from './permissions.ts'
import { deviceSchema, uidSchema } from './session.ts'

const USER_GROUPS = ['all', 'admins', 'editors', 'creators', 'invited', 'suspended'] as const
export type UserGroup = (typeof USER_GROUPS)[number]

export const adminUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(USER_ROLES),
  isSuspended: z.boolean(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
})
export type AdminUser = z.infer<typeof adminUserSchema>

const params = z.object({ id: uidSchema })
/** `next` of the previous page. */
const after = z.string().max(200).optional()

export const inviteSchema = z.object({
  id: z.string(),
  kind: z.enum(['code', 'ref']),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  email: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  inviter: z.string().nullable(),
  /** What it gives besides the right to add products. */
  role: z.enum(PUBLISHER_ROLES).nullable(),
})
export type AdminInvite = z.infer<typeof inviteSchema>

/** What administrators did. Entries of other versions may have others. */
export type AuditEvent =
  | 'user-suspended'
  | 'user-restored'
  | 'role-changed'
  | 'user-signed-out'
  | 'user-deleted'
  | 'invitation-created'
  | 'invitation-revoked'
  | 'invitation-declined'
  | 'admin-made'
  | 'shop-added'
  | 'shop-read'
  | 'shop-removed'
  | 'affiliate-rule-added'
  | 'affiliate-rule-removed'
  | 'search-word-set'
  | 'search-word-removed'
  | 'search-pin-added'
  | 'search-pin-removed'
  | 'jobs-retried'
  | 'import-started'
  | 'catalogue-imported'
  | 'import-refused'
  | 'import-failed'
  | 'test-mail-sent'
  | 'notice-declined'
  | 'content-removed'
  | 'content-restored'
  | 'look-published'
  | 'look-withdrawn'
  | 'look-corrected'
  | 'creator-renamed'
  | 'person-renamed'
  | 'person-merged'
  | 'person-changed'
  | 'key-created'
  | 'key-revoked'
  | 'webhook-added'
  | 'webhook-removed'
  | 'site-changed'
  | 'demo-removed'
  | 'demo-restored'

export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  /** Name and email address at the time; null for a command on the server. */
  actor: z.string().nullable(),
  event: z.string(),
  subject: z.string().nullable(),
  /** What changed, such as the old and the new role. */
  detail: z.string().nullable(),
})

export const adminUserCalls = defineCallsFor('administer', {
  'GET /api/admin/users': {
    summary: 'Users, newest first, by part of a name or email address',
    query: z.object({
      q: z.string().trim().max(200).optional(),
      group: z.enum(USER_GROUPS).optional(),
      after,
    }),
    reply: envelopeSchema(
      z.object({ users: z.array(adminUserSchema), next: z.string().nullable() }),
    ),
  },
  'GET /api/admin/users/:id': {
    summary: 'A user with their inviter, ways to sign in and sessions',
    params,
    reply: envelopeSchema(
      adminUserSchema.extend({
        methods: z.array(z.string()),
        inviter: z.string().nullable(),
        uploads: z.object({ count: z.number(), bytes: z.number() }),
        sessions: z.array(deviceSchema),
      }),
    ),
  },
  'POST /api/admin/users/:id/suspension': {
    summary: 'Suspend a user: all their sessions end, and they cannot sign in',
    params,
  },
  'DELETE /api/admin/users/:id/suspension': {
    summary: 'Let a suspended user sign in again',
    params,
  },
  'PUT /api/admin/users/:id/role': {
    summary: 'Make a user an administrator, editor, creator, invited or none of these',
    recentSignIn: true,
    params,
    body: z.object({ role: z.enum(USER_ROLES) }),
  },
  'DELETE /api/admin/users/:id/sessions': {
    summary: 'Sign a user out on all devices',
    params,
  },
  'DELETE /api/admin/users/:id': {
    summary: 'Delete a user with everything they have',
    recentSignIn: true,
    params,
  },
  'GET /api/admin/invites': {
    summary: 'Invitations, newest first; a code or link cannot be read back',
    query: z.object({ after: rowId.optional() }),
    reply: envelopeSchema(
      z.object({ invites: z.array(inviteSchema), next: z.string().nullable() }),
    ),
  },
  'POST /api/admin/invites': {
    summary:
      'Create an invitation, shown only in this reply, and send it to the address if there is one',
    recentSignIn: { when: 'role' },
    body: z.object({
      email: emailSchema.nullable(),
      /** Makes whoever uses it a creator or an editor. */
      role: z.enum(PUBLISHER_ROLES).nullish(),
    }),
    reply: envelopeSchema(
      z.object({ code: z.string(), link: z.string().nullable(), isSent: z.boolean() }),
    ),
    limit: 'adminMails',
  },
  'DELETE /api/admin/invites/:id': {
    summary: 'Revoke an invitation, and what it gave if it was used',
    params: idParams,
  },
  'GET /api/admin/audit': {
    summary: 'What administrators did, newest first',
    query: z.object({ after: rowId.optional() }),
    reply: envelopeSchema(
      z.object({ entries: z.array(auditEntrySchema), next: z.string().nullable() }),
    ),
  },
})
