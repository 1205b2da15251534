import type { systemCalls } from '#shared/contract/system.ts'
import type { Handlers } from '#server/http/serve.ts'

export const systemHandlers = (
  isDatabaseUp: () => Promise<unknown>,
): Handlers<typeof systemCalls> => ({
  'GET /healthz': async () => ({ status: 'ok' }),
  'GET /readyz': async ({ log }) => {
    try {
      await isDatabaseUp()
      return { status: 'ok' }
    } catch (error) {
      log.warn({ err: error }, 'The database does not answer')
      return Response.json({ status: 'failing' }, { status: 503 })
    }
  },
})
