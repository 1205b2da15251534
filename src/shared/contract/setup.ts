import { z } from 'zod'
import { defineCalls, envelope, nothing } from './call.ts'

export const setupCalls = defineCalls({
  'GET /api/setup': {
    summary: 'Whether this browser has opened a set-up link that is still valid',
    permission: 'browse',
    reply: envelope(z.object({ isOpen: z.boolean() })),
    limit: 'auth',
  },
  'POST /api/setup/open': {
    summary: 'Open a set-up link, which stays usable until someone claims it',
    permission: 'browse',
    body: z.object({ token: z.string().min(1).max(100) }),
    reply: nothing,
    limit: 'signIn',
  },
  'POST /api/setup/claim': {
    summary: 'Become an administrator with the set-up link that this browser opened',
    permission: 'use-account',
    reply: nothing,
    limit: 'signIn',
  },
})
