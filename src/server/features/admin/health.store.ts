import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValue } from '#server/core/db/sql.ts'
import { BUILD } from '#server/core/installation.ts'
import { type HealthSample, healthSampleSchema } from '#shared/contract/admin-system.ts'
import type { Disk } from './operations.service.ts'

/** Enough to see which servers replaced which; each has a few hundred samples. */
const MAX_SERVERS = 20

type NewSample = Omit<HealthSample, 'at'> & { problem: string | null; disk: Disk | null }

const sampleRow = healthSampleSchema.extend({
  server: z.string(),
  lastSeenAt: isoTime,
  at: isoTime,
})

export const createHealthStore = (connection: Connection) => ({
  /** After a restart, the second sample of a minute is added to the first. */
  add: (server: string, sample: NewSample) =>
    execute(connection)`
      INSERT INTO health_samples AS old (server, at, requests, failures, refused, scans,
        p50_ms, p95_ms, lag_ms, memory_mb, connections, waiting,
        version, problem, disk_free_bytes, disk_size_bytes)
      VALUES (${server}, date_trunc('minute', now()), ${sample.requests}, ${sample.failures},
        ${sample.refused}, ${sample.scans}, ${sample.p50Ms}, ${sample.p95Ms}, ${sample.lagMs},
        ${sample.memoryMb}, ${sample.connections}, ${sample.waiting},
        ${BUILD.version}, ${sample.problem}, ${sample.disk?.freeBytes ?? null},
          ${sample.disk?.sizeBytes ?? null})
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
        waiting = greatest(old.waiting, excluded.waiting),
        version = excluded.version,
        problem = excluded.problem,
        disk_free_bytes = excluded.disk_free_bytes,
        disk_size_bytes = excluded.disk_size_bytes,
        is_stopped = false`,

  noteStopped: (server: string) =>
    execute(connection)`
      UPDATE health_samples SET is_stopped = true WHERE server = ${server}
      AND at = (SELECT max(at) FROM health_samples WHERE server = ${server})`,

  /** The worst minute of each period; the most recently active servers come first. */
  read: (withinMs: number, periodMs: number) =>
    readRows(connection, sampleRow)`
      WITH seen AS (
        SELECT server, max(at) AS last_seen_at FROM health_samples
         WHERE at > now() - ${withinMs} * interval '1 ms'
         GROUP BY server ORDER BY last_seen_at DESC, server LIMIT ${raw(MAX_SERVERS)})
      SELECT seen.server, seen.last_seen_at AS "lastSeenAt",
        date_bin(${periodMs} * interval '1 ms', samples.at, 'epoch') AS at,
        sum(requests)::int AS requests, sum(failures)::int AS failures,
        sum(refused)::int AS refused, sum(scans)::int AS scans,
        max(p50_ms) AS "p50Ms", max(p95_ms) AS "p95Ms", max(lag_ms) AS "lagMs",
        max(memory_mb) AS "memoryMb", max(connections) AS connections, max(waiting) AS waiting
      FROM seen JOIN health_samples samples USING (server)
      WHERE samples.at > now() - ${withinMs} * interval '1 ms'
      GROUP BY seen.server, seen.last_seen_at, 3
      ORDER BY seen.last_seen_at DESC, seen.server, 3`,

  sweep: (olderThanMs: number) =>
    execute(connection)`
      DELETE FROM health_samples WHERE at < now() - ${olderThanMs} * interval '1 ms'`,
})

const tableRow = z.object({ name: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() })

const MAX_TABLES = 12

/** Estimated by the planner, because counting every row would take too long. */
export const createSizesStore = (connection: Connection) => ({
  databaseBytes: async (): Promise<number> =>
    (await readValue(connection, z.coerce.number())`
      SELECT pg_database_size(current_database()) AS bytes`) ?? 0,

  tables: () =>
    readRows(connection, tableRow)`
      SELECT CASE WHEN space.nspname = 'public' THEN '' ELSE space.nspname || '.'
        END || class.relname
          AS name,
        greatest(class.reltuples, 0) AS rows, pg_total_relation_size(class.oid) AS bytes
      FROM pg_class class JOIN pg_namespace space ON space.oid = class.relnamespace
      WHERE class.relkind IN ('r', 'p') AND space.nspname NOT IN ('pg_catalog',
        'information_schema')
      ORDER BY bytes DESC, name LIMIT ${MAX_TABLES}`,
})
