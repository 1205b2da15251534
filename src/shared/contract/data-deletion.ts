import { z } from 'zod'
import { defineCalls, envelope } from './call.ts'

/** 'unlinked': the account stays, because its owner also signs in with Google. */
export const DELETION_OUTCOMES = ['deleted', 'unlinked', 'unknown'] as const
export type DeletionOutcome = (typeof DELETION_OUTCOMES)[number]

export const dataDeletionCalls = defineCalls({
  'POST /api/facebook/data-deletion': {
    summary: 'Facebook’s data deletion callback',
    permission: 'browse',
    files: [],
    body: z.object({ signed_request: z.string().min(1).max(10_000) }),
    reply: z.object({ url: z.string(), confirmation_code: z.string() }),
    limit: 'auth',
  },
  'GET /api/data-deletion/:code': {
    summary: 'What became of a deletion request, by its confirmation code',
    permission: 'browse',
    params: z.object({ code: z.string().regex(/^[0-9a-f]{20}$/, 'not a confirmation code') }),
    reply: envelope(z.object({ outcome: z.enum(DELETION_OUTCOMES), requested_at: z.string() })),
    limit: 'auth',
  },
})
