import { z } from 'zod'
import {
  type AdminStorage,
  STORAGE_KINDS,
  type StorageKind,
} from '#shared/contract/admin-system.ts'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import type { Connection } from '#server/core/db/query.ts'
import { readRows, readValue } from '#server/core/db/sql.ts'
import type { Storage } from '#server/core/storage/storage.ts'

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

type Parts = {
  pool: Connection
  storage: Pick<Storage, 'sizes'>
  /** The picture cache on this server's disk; empty in a command. */
  cacheUsage: () => { files: number; bytes: number }
}

type FileCount = Pick<AdminStorage, 'countedAt' | 'files'>

/** The space in use, by kind. */
export const createStorageUsage = ({ pool, storage, cacheUsage }: Parts) => {
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
