import { z } from 'zod'
import { defineCalls, envelope, emptyReply, emailSchema } from './call.ts'

const code = z.string().min(1).max(40)
/** `redirect` is the page to go to, as asked for in the beginning. */
const redirectReply = envelope(z.object({ redirect: z.string().nullable() }))

export const emailSignInCalls = defineCalls({
  'POST /api/sign-in/email': {
    summary: 'Send a link and a code for signing in; answers the same whether an account exists',
    permission: 'browse',
    callers: 'browsers',
    body: z.object({ email: emailSchema, redirect: z.string().max(2000).optional() }),
    reply: emptyReply,
    limit: 'signIn',
  },
  'POST /api/sign-in/email/code': {
    summary: 'Sign in with the code from the mail, in any browser',
    permission: 'browse',
    callers: 'browsers',
    body: z.object({ email: emailSchema, code }),
    reply: redirectReply,
    limit: 'signIn',
  },
  'POST /api/sign-in/email/link': {
    summary: 'Sign in with the link from the mail, in the browser that asked for it',
    permission: 'browse',
    callers: 'browsers',
    body: z.object({ token: z.string().min(1).max(100) }),
    reply: redirectReply,
    limit: 'signIn',
  },
  'POST /api/account/email': {
    summary: 'Send a code to an address that shall be a way to sign in to the account',
    permission: 'use-account',
    callers: 'browsers',
    recentSignIn: true,
    body: z.object({ email: emailSchema }),
    reply: emptyReply,
    limit: 'signIn',
  },
  'POST /api/account/email/code': {
    summary: 'Link the address with the code that was sent to it',
    permission: 'use-account',
    callers: 'browsers',
    recentSignIn: true,
    body: z.object({ code }),
    reply: emptyReply,
    limit: 'signIn',
  },
  'POST /api/account/confirm/email': {
    summary: 'Confirm who you are with the code that `POST /api/account/confirm` has sent',
    permission: 'use-account',
    callers: 'browsers',
    body: z.object({ code }),
    reply: emptyReply,
    limit: 'signIn',
  },
})
