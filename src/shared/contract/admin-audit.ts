import { z } from 'zod'
import { defineCalls, envelope } from './call.ts'

const entrySchema = z.object({
  id: z.string(),
  at: z.string(),
  /** The administrator's name; null for a command on the server or a deleted account. */
  actor: z.string().nullable(),
  event: z.string(),
  subject: z.string().nullable(),
})

export const adminAuditCalls = defineCalls({
  'GET /api/admin/audit': {
    summary: 'What administrators did, newest first',
    permission: 'administer',
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    reply: envelope(z.object({ entries: z.array(entrySchema), next: z.string().nullable() })),
  },
})
