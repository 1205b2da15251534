import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Env } from '#server/core/env.ts'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import { createS3Storage, s3SettingsFrom } from '#server/core/storage/s3-storage.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { BackupError, MANIFEST } from './manifest.ts'

const NAME = /^wearabouts-\d{8}t\d{6}z$/
const DAY_MS = 24 * 60 * 60_000

/** The name of a backup sorts by its time. */
export const backupName = (at: Date): string =>
  `wearabouts-${at
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '')
    .toLowerCase()}`

/** Where backups are: a folder, or a part of a bucket. Each backup has a folder of its own in it. */
export type Place = {
  storage: Storage
  /** Every backup, the newest last; unfinished ones too. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}

const isInside = (path: string, folder: string) => !relative(folder, path).startsWith('..')

const openFolder = (folder: string): Place => {
  const storage = createFileStorage(folder)
  return {
    storage,
    names: async () => {
      const found = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return found.filter((name) => NAME.test(name)).sort()
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
  }
}

const openBucket = (url: string, env: Env): Place => {
  const storage = createS3Storage(s3SettingsFrom(url, env.S3_ENDPOINT, process.env))
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
      // Without its manifest it no longer counts as a backup, should this be interrupted.
      await storage.delete(`${name}/${MANIFEST}`)
      for await (const key of storage.list(`${name}/`)) await storage.delete(key)
    },
  }
}

const isBucket = (place: string) => place.startsWith('s3://')

const openPlace = (place: string, env: Env): Place =>
  isBucket(place) ? openBucket(place, env) : openFolder(resolve(place))

export const openTarget = (target: string, env: Env, passphrase: string | undefined): Place => {
  const pictures = env.STORAGE_URL?.replace(/\/*$/, '/')
  if (isBucket(target)) {
    if (passphrase === undefined)
      throw new BackupError(
        'Set BACKUP_PASSPHRASE: secrets leave this machine only encrypted. Keep it somewhere else.',
      )
    if (pictures && `${target}/`.startsWith(pictures))
      throw new BackupError('The backup must not be inside STORAGE_URL: it would contain itself')
  } else if (isInside(resolve(target), join(env.DATA_DIR, 'media')))
    throw new BackupError('The backup must not be among the pictures: it would contain itself')
  return openPlace(target, env)
}

/** One backup, or a place with several, of which the newest finished one is chosen. */
export const openSource = async (source: string, env: Env) => {
  const trimmed = source.replace(/\/+$/, '')
  if (NAME.test(basename(trimmed)))
    return { ...openPlace(dirname(trimmed), env), name: basename(trimmed) }
  const place = openPlace(trimmed, env)
  for (const name of (await place.names()).toReversed())
    if (await place.storage.get(`${name}/${MANIFEST}`)) return { ...place, name }
  throw new BackupError(`There is no finished backup in ${source}`)
}

/** Removes all but the newest `keep` backups, and unfinished ones that are older than a day. */
export const prune = async (place: Place, keep: number, now: Date): Promise<string[]> => {
  const finished: string[] = []
  const unfinished: string[] = []
  for (const name of await place.names()) {
    const isFinished = (await place.storage.get(`${name}/${MANIFEST}`)) !== null
    ;(isFinished ? finished : unfinished).push(name)
  }
  const yesterday = backupName(new Date(now.getTime() - DAY_MS))
  const old = [
    ...finished.slice(0, Math.max(0, finished.length - keep)),
    ...unfinished.filter((name) => name < yesterday),
  ]
  for (const name of old) await place.remove(name)
  return old
}
