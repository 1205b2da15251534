import {
  type AdminStorage,
  STORAGE_KINDS,
  type StorageKind,
} from '#shared/contract/admin-storage.ts'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import type { AdminStorageStore } from './admin-storage.store.ts'

/** Walking through a bucket with a million files takes minutes. */
const KEPT_MS = 10 * 60_000

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
  store: AdminStorageStore
  storage: Pick<Storage, 'sizes'>
  /** Of the pictures on this server's disk; nothing in a command. */
  cacheUsage: () => { files: number; bytes: number }
}

type Counted = Pick<AdminStorage, 'countedAt' | 'files'>

/** What takes up space, by kind. */
export const createAdminStorage = ({ store, storage, cacheUsage }: Parts) => {
  const once = createSingleFlight<Counted>()
  let counted: { result: Counted; until: number } | null = null

  const count = async (): Promise<Counted> => {
    const usage = new Map(STORAGE_KINDS.map((kind) => [kind, { kind, files: 0, bytes: 0 }]))
    for await (const { key, bytes } of storage.sizes()) {
      const folder = key.split('/')[0] ?? ''
      const kind = usage.get(KIND_OF_FOLDER[folder] ?? 'pictures')
      if (!kind) continue
      kind.files += 1
      kind.bytes += bytes
    }
    const result = { countedAt: new Date().toISOString(), files: [...usage.values()] }
    counted = { result, until: performance.now() + KEPT_MS }
    return result
  }

  return async (): Promise<AdminStorage> => {
    const isFresh = counted && counted.until > performance.now()
    return {
      ...(counted && isFresh ? counted.result : await once('count', count)),
      cache: cacheUsage(),
      database: { bytes: await store.databaseBytes(), tables: await store.tables() },
    }
  }
}
export type ReadStorage = ReturnType<typeof createAdminStorage>
