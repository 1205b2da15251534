import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Core } from '#server/core/core.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { type Env, SettingsError } from '#server/core/env.ts'
import type { Feature } from '#server/core/feature.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { createBackupRunsStore } from './backup.store.ts'
import { BackupError, type Secrets } from './format.ts'
import { makeBackup } from './make-backup.ts'
import { keepDailyAndWeekly, openBackupTarget, pruneBackups } from './backup-target.ts'

/** A backup that failed is tried again after this time at the latest. */
const RETRY_MS = HOUR_MS

type ScheduledBackupsDependencies = {
  /** Without time limits. */
  pool: Pool
  pictures: Storage
  secrets: Secrets
  env: Env
  log: Logger
  now?: () => Date
}

/** For operators. Other errors may hold addresses, and are in the log. */
const describeFailure = (error: unknown): string =>
  error instanceof BackupError ? error.message : 'The backup failed. The log says why.'

/** Runs `make` and records how it ended, so that every server knows how old the last good one is. */
export const recordBackup = async <T>(
  pool: Pool,
  make: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  const runs = createBackupRunsStore(pool)
  const id = await runs.begin()
  try {
    const backup = await make()
    await runs.end(id, null)
    return backup
  } catch (error) {
    // An interruption is not a failure; the next server starts the backup again.
    if (!signal?.aborted) await runs.end(id, describeFailure(error))
    throw error
  }
}

/** Throws a SettingsError for wrong settings, so that the server does not start. */
const openSchedule = (env: Env) => {
  if (env.BACKUP_EVERY === undefined || env.BACKUP_TO === undefined) return null
  try {
    return {
      everyMs: env.BACKUP_EVERY,
      target: openBackupTarget(env.BACKUP_TO, env, env.BACKUP_PASSPHRASE),
    }
  } catch (error) {
    if (error instanceof BackupError)
      throw new SettingsError(`BACKUP_TO cannot be used. ${error.message}`)
    throw error
  }
}

const verifySchedule = async (schedule: ReturnType<typeof openSchedule>) => {
  await schedule?.target.verify().catch((error: unknown) => {
    throw error instanceof BackupError
      ? new SettingsError(`BACKUP_TO cannot be used. ${error.message}`)
      : error
  })
}

/** Makes a backup every BACKUP_EVERY: on one server at a time, whichever notices first that it is due. */
export const createScheduledBackups = (dependencies: ScheduledBackupsDependencies) => {
  const { pool, pictures, secrets, env, log, now: clock = () => new Date() } = dependencies
  const schedule = openSchedule(env)
  const runs = createBackupRunsStore(pool)
  const atomically = createAtomically(pool)
  const stopping = new AbortController()
  const { signal } = stopping

  const runIfDue = async () => {
    if (!schedule || signal.aborted) return
    const { everyMs, target } = schedule
    const isDue = () => runs.isDue(everyMs, Math.min(everyMs, RETRY_MS))
    if (!(await isDue())) return
    await atomically(async (client) => {
      // Another server may just have finished it.
      if (!(await runs.lock(client)) || !(await isDue())) return
      const now = clock()
      const passphrase = env.BACKUP_PASSPHRASE
      const backup = { pool, pictures, secrets, target, passphrase, now, signal }
      const { name, manifest } = await recordBackup(pool, () => makeBackup(backup), signal)
      log.info({ name, pictures: manifest.pictures.count }, 'Made a backup')
      const removed = await pruneBackups(target, keepDailyAndWeekly, now)
      if (removed.length > 0) log.info({ removed }, 'Removed old backups')
    })
  }

  return {
    /** When the last good backup began, why the last one failed, and how many of those kept did. */
    status: runs.status,
    unsavedSince: runs.unsavedSince,
    /** Checked at the start, because otherwise only the first nightly backup would fail. */
    verify: () => verifySchedule(schedule),

    runIfDue: async (): Promise<void> => {
      try {
        await runIfDue()
      } catch (err) {
        if (!signal.aborted) log.error({ err }, 'The scheduled backup failed')
      }
    },

    /** Interrupts a running backup; the next server starts it again. */
    close: () => stopping.abort(),
  }
}

/** How often each server checks whether a backup is due. */
const CHECK_EVERY_MS = MINUTE_MS

export const backupsFeature = (
  { env, log, maintenance, storage }: Core,
  { secret }: { secret: string },
) => {
  const backups = createScheduledBackups({
    pool: maintenance,
    pictures: storage,
    secrets: { AUTH_SECRET: secret },
    env,
    log,
  })
  return {
    status: backups.status,
    unsavedSince: backups.unsavedSince,
    feature: {
      start: backups.verify,
      scheduled: [{ everyMs: CHECK_EVERY_MS, tasks: { backups: backups.runIfDue } }],
      abort: backups.close,
    } satisfies Feature,
  }
}
export type ScheduledBackups = ReturnType<typeof backupsFeature>
