import { succeeded } from '#shared/contract/call.ts'
import type { sessionCalls } from '#shared/contract/session.ts'
import type { Handlers } from '#server/http/serve.ts'

export const sessionHandlers = (): Handlers<typeof sessionCalls> => ({
  'GET /api/session': async ({ user }) => succeeded({ user }),
})
