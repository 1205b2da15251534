import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import type { Connection } from '#server/core/db/query.ts'
import type { Readiness } from '#server/core/readiness.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { estimateQuantile, REFUSED, type ServerMetrics } from '#server/core/telemetry/metrics.ts'
import {
  type AdminStorage,
  type ServerHealth,
  STORAGE_KINDS,
  type StorageKind,
} from '#shared/contract/admin-system.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { RETENTION } from '#shared/retention.ts'
import { createHealthStore, createSizesStore } from './health.store.ts'
import { readDisk } from './operations.service.ts'

export const HEALTH = {
  sampleMs: MINUTE_MS,
  periodMs: 5 * MINUTE_MS,
} as const

type Pool = { totalCount: number; idleCount: number; waitingCount: number }
type HealthDependencies = {
  pool: Connection & Pool
  metrics: ServerMetrics
  readiness: Pick<Readiness, 'report'>
  /** Whose disk is measured. */
  dataDir: string
}

const subtractCounts = (after: readonly number[], before: readonly number[]) =>
  after.map((count, index) => count - (before[index] ?? 0))
const sumCounts = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const toMilliseconds = (seconds: number | null) => (seconds === null ? null : seconds * 1_000)

/** Samples the health of this server, and reads the samples of all servers over the last day. */
export const createHealth = ({ pool, metrics, readiness, dataDir }: HealthDependencies) => {
  const store = createHealthStore(pool)
  const { replies, lag, scans } = metrics
  const read = () => ({
    answered: replies.totals(({ route }) => route !== REFUSED),
    failures: sumCounts(
      replies.totals(({ route, status = '' }) => route !== REFUSED && status.startsWith('5')),
    ),
    refused: sumCounts(replies.totals(({ route }) => route === REFUSED)),
    scans: sumCounts(scans.totals()),
    lag: lag.totals(),
  })
  let before = read()

  const takeSample = () => {
    const counters = read()
    const answered = subtractCounts(counters.answered, before.answered)
    const sample = {
      requests: sumCounts(answered) + counters.refused - before.refused,
      failures: counters.failures - before.failures,
      refused: counters.refused - before.refused,
      scans: counters.scans - before.scans,
      p50Ms: toMilliseconds(estimateQuantile(0.5, replies.bounds, answered)),
      p95Ms: toMilliseconds(estimateQuantile(0.95, replies.bounds, answered)),
      lagMs:
        toMilliseconds(
          estimateQuantile(0.99, lag.bounds, subtractCounts(counters.lag, before.lag)),
        ) ?? 0,
      memoryMb: process.memoryUsage.rss() / 1024 ** 2,
      connections: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }
    before = counters
    return sample
  }

  return {
    /** Stores a sample of the last minute under this server's name. */
    recordSample: async (server: string) => {
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

/** Listing a bucket with a million files takes minutes. */
const CACHE_MS = 10 * MINUTE_MS

const KIND_OF_FOLDER: Record<string, StorageKind> = {
  uploads: 'uploads',
  celebrities: 'portraits',
  demo: 'demo',
  crops: 'crops',
  variants: 'variants',
  removed: 'removed',
  imports: 'imports',
}

type StorageUsageDependencies = {
  pool: Connection
  storage: Pick<Storage, 'sizes'>
  /** The picture cache on this server's disk; empty in a command. */
  cacheUsage: () => { files: number; bytes: number }
}

type FileCount = Pick<AdminStorage, 'countedAt' | 'files'>

/** The space in use, by kind. */
export const createStorageUsageReader = ({
  pool,
  storage,
  cacheUsage,
}: StorageUsageDependencies) => {
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
