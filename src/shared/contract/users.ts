import { z } from 'zod'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { SERVER_ERRORS } from '#shared/messages.ts'
import { defineCalls, defineCallsFor, envelopeSchema } from './call.ts'
import { accountSchema, uidSchema } from './session.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

/** Validated but never trusted: the session decides who the user is. */
const claimedUser = z.object({
  uid: uidSchema,
  email: z.string().max(320).nullish(),
  displayName: z.string().max(500).nullish(),
  photoURL: z.string().max(2000).nullish(),
})

export const userCalls = {
  ...defineCalls({
    'GET /api/users/:uid/picture': {
      summary: 'A profile picture, or a drawn avatar where there is none',
      permission: 'browse',
      params: z.object({ uid: uidSchema }),
      reply: 'image/*',
    },
  }),
  ...defineCallsFor(
    { permission: 'use-account', callers: 'browsers' },
    {
      'POST /user.php': {
        summary: 'Sync the signed-in person, or read them',
        body: z.union([
          z.object({ firebase_user_data: claimedUser, provider: z.string().max(100) }),
          z.object({ uid: uidSchema }),
        ]),
        reply: envelopeSchema(accountSchema.extend({ last_login: z.string().nullable() })),
      },
      'POST /update-last-login.php': {
        summary: 'Record that the person has just signed in',
        body: z.object({ firebase_uid: uidSchema }),
        failure: () => SERVER_ERRORS.updateLastLogin,
      },
      'PATCH /api/account': {
        summary: 'Change the display name',
        unauthenticated: () => ACCOUNT_ERRORS.noAuthenticatedUser,
        body: z.object({ displayName: z.string().trim().min(1).max(100) }).strict(),
        reply: envelopeSchema(accountSchema),
        limit: 'auth',
      },
      'POST /api/account/language': {
        summary: 'Choose the language of pages and emails',
        body: z.object({ language: z.string().max(3) }).strict(),
        limit: 'auth',
      },
      'POST /api/account/refresh-image': {
        summary: 'Fetch the profile picture from the sign-in provider again, 500 by 500',
        reply: envelopeSchema(accountSchema),
        limit: 'refreshImage',
      },
      'GET /api/account/export': {
        summary: 'Everything stored about the signed-in person, as a file',
        recentSignIn: true,
        reply: 'application/json',
        limit: 'export',
      },
      'DELETE /api/account': {
        summary: 'Delete the account and everything that belongs to it',
        recentSignIn: true,
        body: z.object({ confirm: z.literal('delete my account') }),
        limit: 'auth',
      },
    },
  ),
}

/** 'unlinked': the account stays, because its owner has another way to sign in. */
export const DELETION_OUTCOMES = ['deleted', 'unlinked', 'unknown'] as const
export type DeletionOutcome = (typeof DELETION_OUTCOMES)[number]

export const dataDeletionCalls = defineCallsFor('browse', {
  'POST /api/facebook/data-deletion': {
    summary: 'Facebook’s data deletion callback',
    files: [],
    body: z.object({ signed_request: z.string().min(1).max(10_000) }),
    reply: z.object({ url: z.string(), confirmation_code: z.string() }),
    limit: 'auth',
  },
  'GET /api/data-deletion/:code': {
    summary: 'The outcome of a deletion request, by its confirmation code',
    params: z.object({
      code: z.string().regex(/^[0-9a-f]{20}$/, { error: () => REQUEST_TEXT.noConfirmationCode }),
    }),
    reply: envelopeSchema(
      z.object({ outcome: z.enum(DELETION_OUTCOMES), requested_at: z.string() }),
    ),
    limit: 'auth',
  },
})

export const setupCalls = defineCalls({
  'GET /api/setup': {
    summary: 'Whether this browser has opened a set-up link that is still valid',
    permission: 'browse',
    callers: 'browsers',
    reply: envelopeSchema(z.object({ isOpen: z.boolean() })),
    limit: 'auth',
  },
  'POST /api/setup/open': {
    summary: 'Open a set-up link, which stays usable until someone claims it',
    permission: 'browse',
    callers: 'browsers',
    body: z.object({ token: z.string().min(1).max(100) }),
    limit: 'signIn',
  },
  'POST /api/setup/claim': {
    summary: 'Become an administrator with the set-up link that this browser opened',
    permission: 'use-account',
    callers: 'browsers',
    limit: 'signIn',
  },
})
