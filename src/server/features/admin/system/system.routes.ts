import type { adminHealthCalls } from '#shared/contract/admin-health.ts'
import { succeeded } from '#shared/contract/call.ts'
import { HEALTHY, type systemCalls } from '#shared/contract/system.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { type Health, HEALTH } from './health.service.ts'
import type { Readiness } from './readiness.ts'

export const systemHandlers = (readiness: Readiness): Handlers<typeof systemCalls> => ({
  'GET /healthz': async () => HEALTHY,
  'GET /readyz': async ({ log }) => {
    const report = await readiness.report()
    if (report.status === 'ok') return report
    log.warn(report, 'The server is not quite ready')
    if (report.status === 'degraded') return report
    return Response.json(report, { status: 503 })
  },
})

export const adminHealthHandlers = (
  health: Health,
  readiness: Readiness,
): Handlers<typeof adminHealthCalls> => ({
  'GET /api/admin/health': async () =>
    succeeded({
      ready: await readiness.report(),
      periodMs: HEALTH.periodMs,
      servers: await health.lastDay(),
    }),
})
