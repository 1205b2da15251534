import type { systemCalls } from '#shared/contract/system.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { Readiness } from './readiness.ts'

export const systemHandlers = (readiness: Readiness): Handlers<typeof systemCalls> => ({
  'GET /healthz': async () => ({ status: 'ok' }),
  'GET /readyz': async ({ log }) => {
    const report = await readiness.report()
    if (report.status === 'ok') return report
    log.warn(report, 'The server is not quite ready')
    if (report.status === 'degraded') return report
    return Response.json(report, { status: 503 })
  },
})
