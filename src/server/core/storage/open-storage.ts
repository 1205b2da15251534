import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Env, SettingsError } from '#server/core/env.ts'
import { createFileStorage, type WriteFile } from './file-storage.ts'
import { createS3Storage, readS3Options } from './s3-storage.ts'
import { type Storage, StorageError, StorageRefused } from './storage.ts'

export const openStorage = (
  env: Env,
  awsVariables: Record<string, string | undefined>,
  writeFile?: WriteFile,
): Storage =>
  env.STORAGE_URL
    ? createS3Storage(readS3Options(env.STORAGE_URL, env.S3_ENDPOINT, awsVariables))
    : createFileStorage(join(env.DATA_DIR, 'media'), writeFile)

/** Throws if the settings are wrong. An outage is only logged, because it is temporary. */
export const verifyStorage = async (storage: Pick<Storage, 'check'>, log: Logger) => {
  try {
    await storage.check()
  } catch (error) {
    if (error instanceof StorageRefused)
      throw new SettingsError(`STORAGE_URL cannot be used. ${error.reason}`)
    log.error({ err: error }, 'Pictures cannot be stored')
  }
}

const MIN_PROBE_INTERVAL_MS = 1_000

/** Remembers a problem and probes until it is over, because normal use may not happen for hours. */
export const watchProblem = (probe: () => Promise<unknown>) => {
  let problem: string | null = null
  let isProbing = false
  let probedAt = Number.NEGATIVE_INFINITY
  const probeNow = async () => {
    isProbing = true
    // The probe itself calls `note` with the outcome.
    await probe().catch(() => undefined)
    probedAt = performance.now()
    isProbing = false
  }
  return {
    /** Null if it works. */
    recordProblem: (newProblem: string | null) => {
      problem = newProblem
    },
    /** Null if all is well. Does not wait for a probe that hangs. */
    getProblem: async (): Promise<string | null> => {
      if (problem !== null && !isProbing && performance.now() - probedAt > MIN_PROBE_INTERVAL_MS)
        void probeNow()
      return problem
    },
  }
}

/** Notices when files cannot be stored, and when they can be again. */
export const watchStorage = (inner: Storage) => {
  const recordOutcome = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      watch.recordProblem(null)
    } catch (error) {
      if (error instanceof StorageError) watch.recordProblem(error.reason)
      throw error
    }
  }
  const storage: Storage = {
    ...inner,
    put: (...file) => recordOutcome(() => inner.put(...file)),
    check: () => recordOutcome(() => inner.check()),
  }
  const watch = watchProblem(() => storage.check())
  return { storage, problem: watch.getProblem }
}
