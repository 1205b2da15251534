import type { Registry } from './registry.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Addresses that lead nowhere share one name: visitors invent them, and each name is kept for ever. */
export const UNMATCHED = 'unmatched'
/** Requests that an overloaded server did not look at. */
export const REFUSED = 'refused'

const TICK_MS = 20
const REPLY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const LAG_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const STAGE_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What every process counts, servers and workers alike. */
export const createProcessMetrics = (registry: Registry) => {
  const lag = registry.histogram(
    'nodejs_eventloop_lag_seconds',
    'How late the event loop runs, measured every 20 ms.',
    LAG_SECONDS,
  )
  const providers = registry.histogram(
    'wearabouts_provider_call_duration_seconds',
    'Time that calls to services outside this server take.',
    STAGE_SECONDS,
  )
  return {
    lag,
    /** Returns how to stop. */
    watchLag: () => {
      let tickedAt = performance.now()
      const timer = setInterval(() => {
        const now = performance.now()
        lag.observe(Math.max(0, now - tickedAt - TICK_MS) / 1_000)
        tickedAt = now
      }, TICK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
    countCall: (provider: string, outcome: 'ok' | 'failed', ms: number) =>
      providers.observe(ms / 1_000, { provider, outcome }),
  }
}
export type ProcessMetrics = ReturnType<typeof createProcessMetrics>

/** What the server counts while it works. Everything else is read when somebody asks. */
export const createServerMetrics = (registry: Registry) => {
  const replies = registry.histogram(
    'http_request_duration_seconds',
    'Time from reading a request until its reply is ready, by route.',
    REPLY_SECONDS,
  )
  const stages = registry.histogram(
    'wearabouts_scan_stage_duration_seconds',
    'Time that the stages of a photo scan take.',
    STAGE_SECONDS,
  )
  const scans = registry.histogram(
    'wearabouts_scan_duration_seconds',
    'Time that photo scans take from start to end.',
    STAGE_SECONDS,
  )
  return {
    ...createProcessMetrics(registry),
    replies,
    scans,
    /** `route` is a template such as /api/products/:id, never an address. */
    countReply(method: string, route: string, status: number, ms: number) {
      const known = METHODS.has(method) ? method : 'OTHER'
      replies.observe(ms / 1_000, { method: known, route, status: String(status) })
    },
    countScan: (outcome: 'ok' | 'failed', ms: number) => scans.observe(ms / 1_000, { outcome }),
    countStage: (stage: string, ms: number) => stages.observe(ms / 1_000, { stage }),
  }
}
export type ServerMetrics = ReturnType<typeof createServerMetrics>
