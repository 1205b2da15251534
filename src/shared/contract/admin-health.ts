import { z } from 'zod'
import { defineCalls, envelope } from './call.ts'
import { healthSchema } from './system.ts'

const sampleSchema = z.object({
  /** Start of the period. */
  at: z.string(),
  requests: z.number(),
  /** Replies with a status from 500, without those that were refused. */
  failures: z.number(),
  /** Requests that an overloaded server refused with 503. */
  refused: z.number(),
  /** Photo scans that ended. */
  scans: z.number(),
  /** Of the time until a reply was ready: of the worst minute in the period; null without requests. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  /** 99th percentile of the lateness of the event loop, in the worst minute. */
  lagMs: z.number(),
  memoryMb: z.number(),
  /** Database connections in use, and requests that waited for one, at the most. */
  connections: z.number(),
  waiting: z.number(),
})
export type HealthSample = z.infer<typeof sampleSchema>

const serverSchema = z.object({
  name: z.string(),
  lastSeenAt: z.string(),
  /** Oldest first. A period in which the server did not run is missing. */
  samples: z.array(sampleSchema),
})
export type ServerHealth = z.infer<typeof serverSchema>

export const adminHealthCalls = defineCalls({
  'GET /api/admin/health': {
    summary: 'Whether this server is ready, and how all servers fared over the last day',
    permission: 'administer',
    reply: envelope(
      z.object({
        /** Of the server that answers, as `/readyz` says it. */
        ready: healthSchema,
        /** Length of a period. */
        periodMs: z.number(),
        /** Most recently seen first. */
        servers: z.array(serverSchema),
      }),
    ),
  },
})
