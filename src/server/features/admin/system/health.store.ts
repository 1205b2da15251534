import { z } from 'zod'
import type { HealthSample } from '#shared/contract/admin-health.ts'
import { type Connection, readRows } from '#server/core/db/query.ts'

/** Enough to see who has been replaced by whom; each has a few hundred samples. */
const MAX_SERVERS = 20

export type NewSample = Omit<HealthSample, 'at'>

const sampleRow = z.object({
  server: z.string(),
  last_seen_at: z.date(),
  at: z.date(),
  requests: z.number(),
  failures: z.number(),
  refused: z.number(),
  scans: z.number(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  lag_ms: z.number(),
  memory_mb: z.number(),
  connections: z.number(),
  waiting: z.number(),
})

export const createHealthStore = (connection: Connection) => ({
  /** The second sample of a minute, after a restart, adds to the first. */
  add: async (server: string, sample: NewSample) => {
    await connection.query(
      `INSERT INTO health_samples AS old (server, at, requests, failures, refused, scans,
         p50_ms, p95_ms, lag_ms, memory_mb, connections, waiting)
       VALUES ($1, date_trunc('minute', now()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (server, at) DO UPDATE SET
         requests = old.requests + excluded.requests,
         failures = old.failures + excluded.failures,
         refused = old.refused + excluded.refused,
         scans = old.scans + excluded.scans,
         p50_ms = greatest(old.p50_ms, excluded.p50_ms),
         p95_ms = greatest(old.p95_ms, excluded.p95_ms),
         lag_ms = greatest(old.lag_ms, excluded.lag_ms),
         memory_mb = excluded.memory_mb,
         connections = greatest(old.connections, excluded.connections),
         waiting = greatest(old.waiting, excluded.waiting)`,
      [
        server,
        sample.requests,
        sample.failures,
        sample.refused,
        sample.scans,
        sample.p50Ms,
        sample.p95Ms,
        sample.lagMs,
        sample.memoryMb,
        sample.connections,
        sample.waiting,
      ],
    )
  },

  /** By period, the worst minute of each; servers that were seen last come first. */
  read: (withinMs: number, periodMs: number) =>
    readRows(
      connection,
      sampleRow,
      `WITH seen AS (
         SELECT server, max(at) AS last_seen_at FROM health_samples
          WHERE at > now() - $1 * interval '1 ms'
          GROUP BY server ORDER BY last_seen_at DESC, server LIMIT ${MAX_SERVERS})
       SELECT seen.server, seen.last_seen_at,
         date_bin($2 * interval '1 ms', samples.at, 'epoch') AS at,
         sum(requests)::int AS requests, sum(failures)::int AS failures,
         sum(refused)::int AS refused, sum(scans)::int AS scans,
         max(p50_ms) AS p50_ms, max(p95_ms) AS p95_ms, max(lag_ms) AS lag_ms,
         max(memory_mb) AS memory_mb, max(connections) AS connections, max(waiting) AS waiting
       FROM seen JOIN health_samples samples USING (server)
       WHERE samples.at > now() - $1 * interval '1 ms'
       GROUP BY seen.server, seen.last_seen_at, 3
       ORDER BY seen.last_seen_at DESC, seen.server, 3`,
      [withinMs, periodMs],
    ),

  sweep: async (olderThanMs: number) => {
    await connection.query("DELETE FROM health_samples WHERE at < now() - $1 * interval '1 ms'", [
      olderThanMs,
    ])
  },
})
export type HealthStore = ReturnType<typeof createHealthStore>
