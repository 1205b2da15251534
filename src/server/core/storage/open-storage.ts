import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Env, SettingsError } from '#server/core/env.ts'
import { createFileStorage, type WriteFile } from './file-storage.ts'
import { createS3Storage, s3SettingsFrom } from './s3-storage.ts'
import type { Storage } from './storage.ts'
import { StorageRefused } from './storage-error.ts'

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
