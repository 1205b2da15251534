import { z } from 'zod'
import { defineCalls, nothing } from './call.ts'
import { uidSchema } from './session.ts'

export const adminUserCalls = defineCalls({
  'POST /api/admin/users/:id/suspension': {
    summary: 'Suspend a user: all their sessions end, and they cannot sign in',
    permission: 'administer',
    params: z.object({ id: uidSchema }),
    reply: nothing,
  },
  'DELETE /api/admin/users/:id/suspension': {
    summary: 'Let a suspended user sign in again',
    permission: 'administer',
    params: z.object({ id: uidSchema }),
    reply: nothing,
  },
})
