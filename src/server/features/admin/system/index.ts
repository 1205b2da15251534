import type { Pool } from 'pg'
import type { ServerMetrics } from '#server/core/telemetry/metrics.ts'
import { createHealth as healthOf } from './health.service.ts'
import { createHealthStore } from './health.store.ts'

export { HEALTH } from './health.service.ts'
export { createReadiness } from './readiness.ts'
export { adminHealthHandlers, systemHandlers } from './system.routes.ts'

export const createHealth = (pool: Pool, metrics: ServerMetrics) =>
  healthOf({ store: createHealthStore(pool), metrics, pool })
