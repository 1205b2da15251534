import type { ServerHealth } from '#shared/contract/admin-health.ts'
import { RETENTION } from '#shared/retention.ts'
import { quantile, REFUSED, type ServerMetrics } from '#server/core/telemetry/metrics.ts'
import type { HealthStore, NewSample } from './health.store.ts'

export const HEALTH = {
  sampleMs: 60_000,
  periodMs: 5 * 60_000,
} as const

type Pool = { totalCount: number; idleCount: number; waitingCount: number }
type Parts = {
  store: HealthStore
  metrics: ServerMetrics
  pool: Pool
}

const minus = (after: readonly number[], before: readonly number[]) =>
  after.map((count, index) => count - (before[index] ?? 0))
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const ms = (seconds: number | null) => (seconds === null ? null : seconds * 1_000)

/** How this server fared since the last sample, and what all servers noted over the last day. */
export const createHealth = ({ store, metrics, pool }: Parts) => {
  const { replies, lag, scans } = metrics
  const read = () => ({
    answered: replies.totals(({ route }) => route !== REFUSED),
    failures: sum(
      replies.totals(({ route, status = '' }) => route !== REFUSED && status.startsWith('5')),
    ),
    refused: sum(replies.totals(({ route }) => route === REFUSED)),
    scans: sum(scans.totals()),
    lag: lag.totals(),
  })
  let before = read()

  const takeSample = (): NewSample => {
    const now = read()
    const answered = minus(now.answered, before.answered)
    const sample = {
      requests: sum(answered) + now.refused - before.refused,
      failures: now.failures - before.failures,
      refused: now.refused - before.refused,
      scans: now.scans - before.scans,
      p50Ms: ms(quantile(0.5, replies.bounds, answered)),
      p95Ms: ms(quantile(0.95, replies.bounds, answered)),
      lagMs: ms(quantile(0.99, lag.bounds, minus(now.lag, before.lag))) ?? 0,
      memoryMb: process.memoryUsage.rss() / 1024 ** 2,
      connections: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }
    before = now
    return sample
  }

  return {
    /** Notes the last minute under this server's name. */
    note: (server: string) => store.add(server, takeSample()),

    lastDay: async (): Promise<ServerHealth[]> => {
      const servers = new Map<string, ServerHealth>()
      for (const row of await store.read(RETENTION.healthSamplesMs, HEALTH.periodMs)) {
        const known = servers.get(row.server) ?? {
          name: row.server,
          lastSeenAt: row.last_seen_at.toISOString(),
          samples: [],
        }
        servers.set(row.server, known)
        known.samples.push({
          at: row.at.toISOString(),
          requests: row.requests,
          failures: row.failures,
          refused: row.refused,
          scans: row.scans,
          p50Ms: row.p50_ms,
          p95Ms: row.p95_ms,
          lagMs: row.lag_ms,
          memoryMb: row.memory_mb,
          connections: row.connections,
          waiting: row.waiting,
        })
      }
      return [...servers.values()]
    },

    sweep: () => store.sweep(RETENTION.healthSamplesMs),
  }
}
export type Health = ReturnType<typeof createHealth>
