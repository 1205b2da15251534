import { z } from 'zod'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValue } from '#server/core/db/sql.ts'
import { BUILD } from '#server/core/installation.ts'
import type { Readiness } from '#server/core/readiness.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { quantile, REFUSED, type ServerMetrics } from '#server/core/telemetry/metrics.ts'
import {
  type AdminStorage,
  type HealthSample,
  healthSampleSchema,
  type ServerHealth,
  STORAGE_KINDS,
  type StorageKind,
} from '#shared/contract/admin-system.ts'
import { RETENTION } from '#shared/retention.ts'
import { type Disk, readDisk } from './operations.service.ts'

/** Enough to see which servers replaced which; each has a few hundred samples. */
const MAX_SERVERS = 20

type NewSample = Omit<HealthSample, 'at'> & { problem: string | null; disk: Disk | null }

const sampleRow = healthSampleSchema.extend({
  server: z.string(),
  lastSeenAt: isoTime,
  at: isoTime,
})

const createHealthStore = (connection: Connection) => ({
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
export const HEALTH = {
  sampleMs: 60_000,
  periodMs: 5 * 60_000,
} as const

type Pool = { totalCount: number; idleCount: number; waitingCount: number }
type Parts = {
  pool: Connection & Pool
  metrics: ServerMetrics
  readiness: Pick<Readiness, 'report'>
  /** Whose disk is measured. */
  dataDir: string
}

const minus = (after: readonly number[], before: readonly number[]) =>
  after.map((count, index) => count - (before[index] ?? 0))
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const ms = (seconds: number | null) => (seconds === null ? null : seconds * 1_000)

/** Samples the health of this server, and reads the samples of all servers over the last day. */
export const createHealth = ({ pool, metrics, readiness, dataDir }: Parts) => {
  const store = createHealthStore(pool)
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

  const takeSample = () => {
    const counters = read()
    const answered = minus(counters.answered, before.answered)
    const sample = {
      requests: sum(answered) + counters.refused - before.refused,
      failures: counters.failures - before.failures,
      refused: counters.refused - before.refused,
      scans: counters.scans - before.scans,
      p50Ms: ms(quantile(0.5, replies.bounds, answered)),
      p95Ms: ms(quantile(0.95, replies.bounds, answered)),
      lagMs: ms(quantile(0.99, lag.bounds, minus(counters.lag, before.lag))) ?? 0,
      memoryMb: process.memoryUsage.rss() / 1024 ** 2,
      connections: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }
    before = counters
    return sample
  }

  return {
    /** Stores a sample of the last minute under this server's name. */
    note: async (server: string) => {
      const { reason: problem = null } = await readiness.report()
      await store.add(server, { ...takeSample(), problem, disk: await readDisk(dataDir) })
    },

    /** Marks this server as stopped, so that it does not count as down. */
    noteStopped: store.noteStopped,

    lastDay: async (): Promise<ServerHealth[]> => {
      const servers = new Map<string, ServerHealth>()
      const rows = await store.read(RETENTION.healthSamplesMs, HEALTH.periodMs)
      for (const { server: name, lastSeenAt, ...sample } of rows) {
        const server = servers.get(name) ?? { name, lastSeenAt, samples: [] }
        servers.set(name, server)
        server.samples.push(sample)
      }
      return [...servers.values()]
    },

    sweep: () => store.sweep(RETENTION.healthSamplesMs),
  }
}

const tableRow = z.object({ name: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() })

const MAX_TABLES = 12

/** Estimated by the planner, because counting every row would take too long. */
const createSizesStore = (connection: Connection) => ({
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
/** Listing a bucket with a million files takes minutes. */
const CACHE_MS = 10 * 60_000

const KIND_OF_FOLDER: Record<string, StorageKind> = {
  uploads: 'uploads',
  celebrities: 'portraits',
  demo: 'demo',
  crops: 'crops',
  variants: 'variants',
  removed: 'removed',
  imports: 'imports',
}

type StorageParts = {
  pool: Connection
  storage: Pick<Storage, 'sizes'>
  /** The picture cache on this server's disk; empty in a command. */
  cacheUsage: () => { files: number; bytes: number }
}

type FileCount = Pick<AdminStorage, 'countedAt' | 'files'>

/** The space in use, by kind. */
export const createStorageUsage = ({ pool, storage, cacheUsage }: StorageParts) => {
  const store = createSizesStore(pool)
  const once = createSingleFlight<FileCount>()
  let lastCount: { result: FileCount; until: number } | null = null

  const count = async (): Promise<FileCount> => {
    const usage = new Map(STORAGE_KINDS.map((kind) => [kind, { kind, files: 0, bytes: 0 }]))
    for await (const { key, bytes } of storage.sizes()) {
      const folder = key.split('/')[0] ?? ''
      const kind = usage.get(KIND_OF_FOLDER[folder] ?? 'pictures')
      if (!kind) continue
      kind.files += 1
      kind.bytes += bytes
    }
    const result = { countedAt: new Date().toISOString(), files: [...usage.values()] }
    lastCount = { result, until: performance.now() + CACHE_MS }
    return result
  }

  return async (): Promise<AdminStorage> => {
    const isFresh = lastCount && lastCount.until > performance.now()
    return {
      ...(lastCount && isFresh ? lastCount.result : await once('count', count)),
      cache: cacheUsage(),
      database: { bytes: await store.databaseBytes(), tables: await store.tables() },
    }
  }
}
