import { z } from 'zod'
import { defineCalls, envelope } from './call.ts'

const queue = z.string().min(1).max(100)
const key = z.string().min(1).max(300)

const jobSchema = z.object({
  queue: z.string(),
  key: z.string(),
  /** The product it is about, if there is one. */
  title: z.string().nullable(),
  attempts: z.number().int(),
  dueAt: z.string(),
  failedAt: z.string().nullable(),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
})
export type AdminJob = z.infer<typeof jobSchema>

export const JOB_STATES = ['waiting', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

export const adminJobCalls = defineCalls({
  'GET /api/admin/jobs': {
    summary: 'Work in the background: how much waits or has failed, and which',
    permission: 'administer',
    query: z.object({
      state: z.enum(JOB_STATES).default('waiting'),
      after: z.string().max(500).optional(),
    }),
    reply: envelope(
      z.object({
        /** Up to `JOBS_COUNTED` are counted. */
        counts: z.object({ waiting: z.number().int(), failed: z.number().int() }),
        jobs: z.array(jobSchema),
        next: z.string().nullable(),
      }),
    ),
  },
  'POST /api/admin/jobs/retry': {
    summary: 'Try failed work again: one job, or all that have failed',
    permission: 'administer',
    body: z.object({ job: z.object({ queue, key }).optional() }),
    reply: envelope(z.object({ retried: z.number().int() })),
  },
})
