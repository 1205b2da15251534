import { z } from 'zod'
import { PROVIDER_IDS, SIGN_IN_METHODS } from '#shared/domain/sign-in-methods.ts'
import { defineCallsFor, defineCalls, emailSchema, envelopeSchema } from './call.ts'
import { PUBLISHER_ROLES } from './permissions.ts'

const providerIdSchema = z.enum(PROVIDER_IDS)
const signInMethodSchema = z.enum(SIGN_IN_METHODS)

/** A user id sent by clients; the owner is always the session's user. */
export const uidSchema = z.string().min(1).max(100)

export const accountSchema = z.object({
  uid: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  photoURL: z.string().nullable(),
  /** google, facebook, oidc, email, passkey or invite: the spec's Account Type. */
  provider: z.string(),
  hasInviteCode: z.boolean(),
  isAdmin: z.boolean(),
  publisherRole: z.enum(PUBLISHER_ROLES).nullable(),
  isInviteUser: z.boolean(),
})
export type Account = z.infer<typeof accountSchema>

/** With what only our own client reads. */
const sessionUserSchema = accountSchema.extend({
  /** The language of the user's pages and emails; null if none was chosen yet. */
  language: z.string().nullable(),
})
export type SessionUser = z.infer<typeof sessionUserSchema>

export const deviceSchema = z.object({
  id: z.string(),
  /** Browser and system in plain words. */
  device: z.string(),
  provider: z.string(),
  address: z.string().nullable(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof deviceSchema>

const redirect = z.string().max(2000).optional()
const providerParams = z.object({ provider: providerIdSchema })
const providerUrlReply = envelopeSchema(z.object({ url: z.string() }))

export const sessionCalls = {
  ...defineCalls({
    'GET /api/session': {
      summary: 'The signed-in person, or null',
      permission: 'browse',
      reply: envelopeSchema(z.object({ user: sessionUserSchema.nullable() })),
    },
    'GET /api/sign-in/providers': {
      summary: 'The sign-in providers on offer; a local one stands in for the real one',
      permission: 'browse',
      reply: envelopeSchema(
        z.object({
          providers: z.array(
            z.object({ id: providerIdSchema, label: z.string(), isLocal: z.boolean() }),
          ),
          /** 'local': emails appear on a page of this machine. */
          email: z.enum(['smtp', 'local', 'off']),
        }),
      ),
    },
  }),
  ...defineCallsFor(
    { permission: 'browse', callers: 'browsers' },
    {
      'POST /api/sign-in/provider/:provider': {
        summary: 'Begin to sign in at a provider',
        params: providerParams,
        body: z.object({ redirect }),
        reply: providerUrlReply,
        limit: 'signIn',
      },
      'POST /api/sign-in/key': {
        summary: 'Sign in with an email and the one-time key an invitation gave',
        body: z.object({ email: z.string().min(3).max(320), key: z.string().min(1).max(100) }),
        reply: envelopeSchema(z.object({ user: accountSchema })),
        limit: 'signIn',
      },
      'POST /api/sign-in/release-email': {
        summary: 'Free an email that the caller has just verified from an account that never did',
        limit: 'signIn',
      },
      'GET /api/auth/callback/:provider': {
        summary: 'Where a provider sends the browser back to',
        params: providerParams,
        reply: 'text/html',
        limit: 'auth',
      },
      'POST /api/sign-out': {
        summary: 'End the session; `url` is where to end the one at the provider too',
        reply: envelopeSchema(z.object({ url: z.string() }).nullable()),
        limit: 'auth',
      },
    },
  ),
  ...defineCallsFor(
    { permission: 'use-account', callers: 'browsers' },
    {
      'GET /api/account/providers': {
        summary: 'The providers linked to the account',
        reply: envelopeSchema(z.object({ linked: z.array(signInMethodSchema) })),
      },
      'POST /api/account/providers/:provider': {
        summary: 'Begin to link another provider',
        recentSignIn: true,
        params: providerParams,
        reply: providerUrlReply,
        limit: 'signIn',
      },
      'DELETE /api/account/providers/:provider': {
        summary: 'Unlink a provider and end the other sessions it began; the last one stays',
        recentSignIn: true,
        params: z.object({ provider: signInMethodSchema.exclude(['passkey']) }),
        limit: 'auth',
      },
      'POST /api/account/confirm': {
        summary:
          'Begin to confirm who you are, at a provider, with a code by email or a passkey; null if the last sign-in is recent enough',
        /** The page to return to; by default Account Settings. */
        query: z.object({ redirect }),
        /** Without a URL, the user enters a code sent by email or uses a passkey. */
        reply: envelopeSchema(
          z.object({ provider: signInMethodSchema, url: z.string().nullable() }).nullable(),
        ),
        limit: 'auth',
      },
      'GET /api/account/sessions': {
        summary: 'Where the person is signed in, this device first',
        reply: envelopeSchema(z.object({ sessions: z.array(deviceSchema) })),
        limit: 'auth',
      },
      'DELETE /api/account/sessions/:id': {
        summary: 'Sign out on one device',
        params: z.object({ id: z.string().min(1).max(100) }),
        limit: 'auth',
      },
      'DELETE /api/account/sessions': {
        summary: 'Sign out everywhere, including here',
        limit: 'auth',
      },
    },
  ),
}

const code = z.string().min(1).max(40)
/** `isNew` is false if too many emails were requested; a recent one has a code for everybody who asked. */
const emailReply = envelopeSchema(z.object({ isNew: z.boolean() }))
/** `redirect` is the page that was requested when the sign-in began. */
const redirectReply = envelopeSchema(z.object({ redirect: z.string().nullable() }))

export const emailSignInCalls = {
  ...defineCallsFor(
    { permission: 'browse', callers: 'browsers' },
    {
      'POST /api/sign-in/email': {
        summary:
          'Send a link and a code for signing in; answers the same whether an account exists',
        body: z.object({ email: emailSchema, redirect: z.string().max(2000).optional() }),
        reply: emailReply,
        limit: 'signIn',
      },
      'POST /api/sign-in/email/code': {
        summary: 'Sign in with the code from the email, in any browser',
        body: z.object({ email: emailSchema, code }),
        reply: redirectReply,
        limit: 'signIn',
      },
      'POST /api/sign-in/email/link': {
        summary: 'Sign in with the link from the email, in the browser that requested it',
        body: z.object({ token: z.string().min(1).max(100) }),
        reply: redirectReply,
        limit: 'signIn',
      },
    },
  ),
  ...defineCallsFor(
    { permission: 'use-account', callers: 'browsers' },
    {
      'POST /api/account/email': {
        summary: 'Send a code to an address, to link it to the account',
        recentSignIn: true,
        body: z.object({ email: emailSchema }),
        reply: emailReply,
        limit: 'signIn',
      },
      'POST /api/account/email/code': {
        summary: 'Link the address with the code that was sent to it',
        recentSignIn: true,
        body: z.object({ code }),
        limit: 'signIn',
      },
      'POST /api/account/confirm/email': {
        summary: 'Confirm who you are with the code that `POST /api/account/confirm` has sent',
        body: z.object({ code }),
        limit: 'signIn',
      },
    },
  ),
}
