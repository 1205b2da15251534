import { z } from 'zod'
import { defineCalls, envelope, emptyReply, emailSchema } from './call.ts'

const code = z.string().min(1).max(40)
/** `redirect` is the page that was requested when the sign-in began. */
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
    summary: 'Sign in with the code from the email, in any browser',
    permission: 'browse',
    callers: 'browsers',
    body: z.object({ email: emailSchema, code }),
    reply: redirectReply,
    limit: 'signIn',
  },
  'POST /api/sign-in/email/link': {
    summary: 'Sign in with the link from the email, in the browser that requested it',
    permission: 'browse',
    callers: 'browsers',
    body: z.object({ token: z.string().min(1).max(100) }),
    reply: redirectReply,
    limit: 'signIn',
  },
  'POST /api/account/email': {
    summary: 'Send a code to an address, to link it to the account',
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
