import { z } from 'zod'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { SERVER_ERRORS } from '#shared/messages.ts'
import { defineCalls, envelope, nothing } from './call.ts'
import { accountSchema, uidSchema } from './session.ts'

/** Validated, so that wrong types are refused, but never trusted. */
const claimedUser = z.object({
  uid: uidSchema,
  email: z.string().max(320).nullish(),
  displayName: z.string().max(500).nullish(),
  photoURL: z.string().max(2000).nullish(),
})

export const userCalls = defineCalls({
  'POST /user.php': {
    summary: 'Sync the signed-in person, or read them',
    permission: 'use-account',
    body: z.union([
      z.object({ firebase_user_data: claimedUser, provider: z.string().max(100) }),
      z.object({ uid: uidSchema }),
    ]),
    reply: envelope(accountSchema.extend({ last_login: z.string().nullable() })),
  },
  'POST /update-last-login.php': {
    summary: 'Note that the person has just signed in',
    permission: 'use-account',
    body: z.object({ firebase_uid: uidSchema }),
    reply: nothing,
    failure: SERVER_ERRORS.updateLastLogin,
  },
  'GET /api/users/:uid/picture': {
    summary: 'A profile picture, or a drawn avatar where there is none',
    permission: 'browse',
    params: z.object({ uid: uidSchema }),
    reply: 'image/*',
  },
  'PATCH /api/account': {
    summary: 'Change the display name',
    permission: 'use-account',
    unauthenticated: ACCOUNT_ERRORS.noAuthenticatedUser,
    body: z.object({ displayName: z.string().trim().min(1).max(100) }).strict(),
    reply: envelope(accountSchema),
    limit: 'auth',
  },
  'POST /api/account/refresh-image': {
    summary: 'Fetch the profile picture from the sign-in provider again, 500 by 500',
    permission: 'use-account',
    reply: envelope(accountSchema),
    limit: 'refreshImage',
  },
  'GET /api/account/export': {
    summary: 'Everything stored about the signed-in person, as a file',
    permission: 'use-account',
    recentSignIn: true,
    reply: 'application/json',
    limit: 'export',
  },
  'DELETE /api/account': {
    summary: 'Delete the account and everything that belongs to it',
    permission: 'use-account',
    recentSignIn: true,
    body: z.object({ confirm: z.literal('delete my account') }),
    reply: nothing,
    limit: 'auth',
  },
})
