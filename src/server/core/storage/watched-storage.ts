import type { Storage } from './storage.ts'
import { StorageError } from './storage-error.ts'

/** Probes of a failing storage are that far apart, however often somebody asks. */
const PROBE_EVERY_MS = 1_000

/** Notices when files cannot be stored, and when they can be again. */
export const watchStorage = (inner: Storage) => {
  let problem: string | null = null
  let isProbing = false
  let probedAt = Number.NEGATIVE_INFINITY

  const noting = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      problem = null
    } catch (error) {
      if (error instanceof StorageError) problem = error.reason
      throw error
    }
  }

  const storage: Storage = {
    ...inner,
    put: (...file) => noting(() => inner.put(...file)),
    check: () => noting(() => inner.check()),
  }
  const probe = async () => {
    isProbing = true
    // The result is in `problem`.
    await storage.check().catch(() => undefined)
    probedAt = performance.now()
    isProbing = false
  }

  return {
    storage,
    /** Null if files can be stored. Does not wait for a storage that hangs. */
    problem: async (): Promise<string | null> => {
      if (problem !== null && !isProbing && performance.now() - probedAt > PROBE_EVERY_MS)
        void probe()
      return problem
    },
  }
}
