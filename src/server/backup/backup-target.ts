import { access, constants, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { DAY_MS } from '#shared/durations.ts'
import type { Env } from '#server/core/env.ts'
import { getErrorCode } from '#server/core/http/errors.ts'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import { createS3Storage, readS3Options } from '#server/core/storage/s3-storage.ts'
import { type Storage, StorageRefused } from '#server/core/storage/storage.ts'
import { BackupError, MANIFEST, type Manifest, manifestSchema } from './format.ts'

const NAME = /^wearabouts-\d{8}t\d{6}z$/

/** The name of a backup sorts by its time. */
export const formatBackupName = (at: Date): string =>
  `wearabouts-${at
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '')
    .toLowerCase()}`

const parseBackupTime = (name: string): number =>
  Date.parse(name.replace(/^.*-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Where backups are stored: a folder, or a prefix in a bucket. Each backup has its own folder in it. */
export type BackupTarget = {
  storage: Storage
  /** Every backup, the newest last; unfinished ones too. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Throws a BackupError if writing there will keep failing until an operator intervenes. */
  verify(): Promise<void>
}

const isInside = (path: string, folder: string) => !relative(folder, path).startsWith('..')

const openFolder = (folder: string): BackupTarget => {
  const storage = createFileStorage(folder)
  return {
    storage,
    names: async () => {
      const entries = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return entries.filter((name) => NAME.test(name)).sort()
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    verify: async () => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
      } catch (cause) {
        throw new BackupError(
          `${folder} must be a folder that can be written to (${getErrorCode(cause)})`,
          {
            cause,
          },
        )
      }
    },
  }
}

const openBucket = (url: string, env: Env): BackupTarget => {
  const storage = createS3Storage(readS3Options(url, env.S3_ENDPOINT, process.env))
  return {
    storage,
    names: async () => {
      const names = new Set<string>()
      for await (const key of storage.list('')) {
        const [name = ''] = key.split('/')
        if (NAME.test(name)) names.add(name)
      }
      return [...names].sort()
    },
    remove: async (name) => {
      // The manifest goes first, so that an interrupted removal leaves no valid backup.
      await storage.delete(`${name}/${MANIFEST}`)
      for await (const key of storage.list(`${name}/`)) await storage.delete(key)
    },
    verify: async () => {
      await storage.check().catch((error: unknown) => {
        // An outage may be over when the next backup is due.
        if (error instanceof StorageRefused) throw new BackupError(error.reason, { cause: error })
      })
    },
  }
}

const isBucketUrl = (location: string) => location.startsWith('s3://')

const openLocation = (location: string, env: Env): BackupTarget =>
  isBucketUrl(location) ? openBucket(location, env) : openFolder(resolve(location))

export const openBackupTarget = (
  target: string,
  env: Env,
  passphrase: string | undefined,
): BackupTarget => {
  const pictures = env.STORAGE_URL?.replace(/\/*$/, '/')
  if (isBucketUrl(target)) {
    if (passphrase === undefined)
      throw new BackupError(
        'Set BACKUP_PASSPHRASE: secrets leave this machine only encrypted. Keep it somewhere else.',
      )
    if (pictures && `${target}/`.startsWith(pictures))
      throw new BackupError('The backup must not be inside STORAGE_URL: it would contain itself')
  } else if (isInside(resolve(target), join(env.DATA_DIR, 'media')))
    throw new BackupError('The backup must not be among the pictures: it would contain itself')
  return openLocation(target, env)
}

/** The newest finished backup; null if there is none. */
const findNewestBackup = async (
  target: BackupTarget,
): Promise<{ name: string; body: Buffer } | null> => {
  for (const name of (await target.names()).toReversed()) {
    const file = await target.storage.get(`${name}/${MANIFEST}`)
    if (file) return { name, body: file.body }
  }
  return null
}

/** Null if there is none or it is unreadable. Callers only compare it with the next backup. */
export const readNewestManifest = async (target: BackupTarget): Promise<Manifest | null> => {
  const newestBackup = await findNewestBackup(target)
  try {
    return newestBackup && manifestSchema.parse(JSON.parse(newestBackup.body.toString()))
  } catch {
    // The manifest is damaged.
    return null
  }
}

/** The name that a backup was made under, which is part of the keys in its manifest. */
const readOriginalName = (manifest: Buffer): string | null => {
  try {
    const [name = ''] = manifestSchema.parse(JSON.parse(manifest.toString())).secrets.key.split('/')
    return NAME.test(name) ? name : null
  } catch {
    // The manifest is damaged; restoring the backup reports that.
    return null
  }
}

/** Opens a backup whose folder was renamed; null if `target` is not the folder of a backup. */
const openRenamedBackup = async (target: BackupTarget) => {
  const manifest = await target.storage.get(MANIFEST)
  const name = manifest && readOriginalName(manifest.body)
  if (!name) return null
  const withoutName = (key: string) => key.replace(`${name}/`, '')
  const get: Storage['get'] = (key) => target.storage.get(withoutName(key))
  return { ...target, storage: { ...target.storage, get }, name }
}

/** One backup, or a location with several, of which the newest finished one is chosen. */
export const openBackupSource = async (source: string, env: Env) => {
  const trimmed = source.replace(/\/+$/, '')
  const renamed = await openRenamedBackup(openLocation(trimmed, env))
  if (renamed) return renamed
  if (NAME.test(basename(trimmed)))
    return { ...openLocation(dirname(trimmed), env), name: basename(trimmed) }
  const target = openLocation(trimmed, env)
  const newestBackup = await findNewestBackup(target)
  if (!newestBackup) throw new BackupError(`There is no finished backup in ${source}`)
  return { ...target, name: newestBackup.name }
}

/** Which of the finished backups stay, the newest last. */
type Retention = (finished: readonly string[]) => readonly string[]

export const keepNewest =
  (count: number): Retention =>
  (finished) =>
    finished.slice(-count)

/** The privacy page promises that no deleted account stays in a backup for longer. */
const MAX_AGE_MS = 30 * DAY_MS

/** The three newest, and the newest of each of seven days and four weeks that have one. */
export const keepDailyAndWeekly: Retention = (all) => {
  const newestAt = parseBackupTime(all.at(-1) ?? '')
  const finished = all.filter((name) => newestAt - parseBackupTime(name) < MAX_AGE_MS)
  // A later one replaces an earlier one of the same period.
  const chooseNewestOfEach = (count: number, periodMs: number) =>
    [
      ...new Map(
        finished.map((name) => [Math.floor(parseBackupTime(name) / periodMs), name]),
      ).values(),
    ].slice(-count)
  return [
    ...finished.slice(-3),
    ...chooseNewestOfEach(7, DAY_MS),
    ...chooseNewestOfEach(4, 7 * DAY_MS),
  ]
}

/** Removes the finished backups that need not stay, and unfinished ones that are older than a day. */
export const pruneBackups = async (
  target: BackupTarget,
  retention: Retention,
  now: Date,
): Promise<string[]> => {
  const finished: string[] = []
  const unfinished: string[] = []
  for (const name of await target.names()) {
    const isFinished = (await target.storage.get(`${name}/${MANIFEST}`)) !== null
    ;(isFinished ? finished : unfinished).push(name)
  }
  const yesterday = formatBackupName(new Date(now.getTime() - DAY_MS))
  const toKeep = new Set(retention(finished))
  const removable = [
    ...finished.filter((name) => !toKeep.has(name)),
    ...unfinished.filter((name) => name < yesterday),
  ]
  for (const name of removable) await target.remove(name)
  return removable
}
