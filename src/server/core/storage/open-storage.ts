import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Env, SettingsError } from '#server/core/env.ts'
import { createFileStorage, type WriteFile } from './file-storage.ts'
import { createS3Storage, s3SettingsFrom } from './s3-storage.ts'
import { type Storage, StorageError, StorageRefused } from './storage.ts'

export const openStorage = (
  env: Env,
  awsVariables: Record<string, string | undefined>,
  writeFile?: WriteFile,
): Storage =>
  env.STORAGE_URL
    ? createS3Storage(s3SettingsFrom(env.STORAGE_URL, env.S3_ENDPOINT, awsVariables))
    : createFileStorage(join(env.DATA_DIR, 'media'), writeFile)

/** Wrong settings end the start with a clear message; an outage does not, because it will end. */
export const verifyStorage = async (storage: Pick<Storage, 'check'>, log: Logger) => {
  try {
    await storage.check()
  } catch (error) {
    if (error instanceof StorageRefused)
      throw new SettingsError(`STORAGE_URL cannot be used. ${error.reason}`)
    log.error({ err: error }, 'Pictures cannot be stored')
  }
}

/** Probes of what fails are that far apart, however often somebody asks. */
const PROBE_EVERY_MS = 1_000

/** Remembers a problem, and finds out by itself when it is over: nobody may use what failed for hours. */
export const watchProblem = (probe: () => Promise<unknown>) => {
  let problem: string | null = null
  let isProbing = false
  let probedAt = Number.NEGATIVE_INFINITY
  const probeNow = async () => {
    isProbing = true
    // Whether it worked is noted by what is probed.
    await probe().catch(() => undefined)
    probedAt = performance.now()
    isProbing = false
  }
  return {
    /** Null: it works. */
    note: (newProblem: string | null) => {
      problem = newProblem
    },
    /** Null if all is well. Does not wait for a probe that hangs. */
    problem: async (): Promise<string | null> => {
      if (problem !== null && !isProbing && performance.now() - probedAt > PROBE_EVERY_MS)
        void probeNow()
      return problem
    },
  }
}

/** Notices when files cannot be stored, and when they can be again. */
export const watchStorage = (inner: Storage) => {
  const noting = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      watch.note(null)
    } catch (error) {
      if (error instanceof StorageError) watch.note(error.reason)
      throw error
    }
  }
  const storage: Storage = {
    ...inner,
    put: (...file) => noting(() => inner.put(...file)),
    check: () => noting(() => inner.check()),
  }
  const watch = watchProblem(() => storage.check())
  return { storage, problem: watch.problem }
}
