import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { createFileStorage } from './file-storage.ts'
import { createS3Storage, s3SettingsFrom } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export const openStorage = (env: Env, awsVariables: Record<string, string | undefined>): Storage =>
  env.STORAGE_URL
    ? createS3Storage(s3SettingsFrom(env.STORAGE_URL, env.S3_ENDPOINT, awsVariables))
    : createFileStorage(join(env.DATA_DIR, 'media'))
