import { z } from 'zod'
import { callsFor } from './call.ts'

export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'starting', 'stopping', 'failing']),
  reason: z.string().optional(),
})

/** While the process runs. */
export const HEALTHY = { status: 'ok' } as const satisfies z.infer<typeof healthSchema>

export const systemCalls = callsFor('browse', {
  'GET /healthz': {
    summary: 'The process answers',
    limit: null,
    reply: healthSchema,
  },
  'GET /readyz': {
    summary: 'The server should get requests',
    limit: null,
    reply: healthSchema,
  },
})
