import { z } from 'zod'
import { defineCalls, envelope } from './call.ts'

export const accountSchema = z.object({
  uid: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  photoURL: z.string().nullable(),
  /** google, facebook or invite: the spec's Account Type. */
  provider: z.string(),
  hasInviteCode: z.boolean(),
  isInviteUser: z.boolean(),
})
export type Account = z.infer<typeof accountSchema>

export const sessionCalls = defineCalls({
  'GET /api/session': {
    summary: 'The signed-in person, or null',
    access: 'public',
    reply: envelope(z.object({ user: accountSchema.nullable() })),
  },
})
