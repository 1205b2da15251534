import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { WriteFile } from '#server/core/storage/file-storage.ts'
import { watchProblem } from '#server/core/storage/open-storage.ts'

const UNFINISHED = '.unfinished-'
/** Evicts a little more than needed, so that not every put has to evict. */
const EVICTION_TARGET_SHARE = 0.9
/** As large as a picture, because a full disk often has room for a few bytes. */
const PROBE_BYTES = 256 * 1024
const PROBE = 'probe'

type DiskCacheOptions = {
  folder: string
  maxBytes: number
  log: Logger
  /** Replaced in tests that fill the disk. */
  write?: WriteFile | undefined
}

/** Files in `folder`, at most `maxBytes` in all; evicts the least recently used first. */
export const openDiskCache = async ({
  folder,
  maxBytes,
  log,
  write = writeFile,
}: DiskCacheOptions) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A Map keeps insertion order: the first entry is the least recently used.
  const entries = await readCachedFiles(folder)
  let total = [...entries.values()].reduce((sum, bytes) => sum + bytes, 0)

  const forget = (name: string) => {
    total -= entries.get(name) ?? 0
    entries.delete(name)
  }
  const evict = async () => {
    if (total <= maxBytes) return
    for (const name of entries.keys()) {
      if (total <= maxBytes * EVICTION_TARGET_SHARE) break
      forget(name)
      await rm(join(folder, name), { force: true })
    }
  }
  await evict()
  let isFailing = false

  const tryWrite = async (name: string, body: Buffer): Promise<boolean> => {
    const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`)
    try {
      await write(unfinished, body, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
      isFailing = false
      watch.recordProblem(null)
      return true
    } catch (err) {
      // Logged once and not for every picture: the log may be on the same disk.
      if (!isFailing) log.error({ err }, 'Could not write to the picture cache')
      isFailing = true
      watch.recordProblem('The cache of pictures cannot be written.')
      await rm(unfinished, { force: true }).catch(() => undefined)
      return false
    }
  }
  const watch = watchProblem(async () => {
    await tryWrite(PROBE, randomBytes(PROBE_BYTES))
    await rm(join(folder, PROBE), { force: true })
  })

  return {
    async get(key: string): Promise<Buffer | null> {
      const name = hashFileName(key)
      const bytes = entries.get(name)
      if (bytes === undefined) return null
      entries.delete(name)
      entries.set(name, bytes)
      try {
        const path = join(folder, name)
        const body = await readFile(path)
        const now = new Date()
        // File times keep the order of use across restarts; a disk that refuses them can still be read.
        await utimes(path, now, now).catch(() => undefined)
        return body
      } catch {
        // The file was evicted meanwhile or deleted by hand.
        forget(name)
        return null
      }
    },
    /** Never rejects: a picture is shown even if it cannot be cached. */
    async put(key: string, body: Buffer): Promise<void> {
      if (body.length > maxBytes) return
      const name = hashFileName(key)
      if (!(await tryWrite(name, body))) return
      forget(name)
      entries.set(name, body.length)
      total += body.length
      await evict()
    },
    async remove(key: string): Promise<void> {
      const name = hashFileName(key)
      if (!entries.has(name)) return
      forget(name)
      await rm(join(folder, name), { force: true })
    },
    usage: () => ({ files: entries.size, bytes: total }),
    /** Null if the cache works. */
    problem: watch.getProblem,
  }
}
export type DiskCache = Awaited<ReturnType<typeof openDiskCache>>

const hashFileName = (key: string): string => createHash('sha256').update(key).digest('hex')

const readCachedFiles = async (folder: string): Promise<Map<string, number>> => {
  const files: { name: string; bytes: number; usedAt: number }[] = []
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED) || name === PROBE) {
      await rm(join(folder, name), { force: true })
      continue
    }
    const { size, mtimeMs } = await stat(join(folder, name))
    files.push({ name, bytes: size, usedAt: mtimeMs })
  }
  files.sort((a, b) => a.usedAt - b.usedAt)
  return new Map(files.map(({ name, bytes }) => [name, bytes]))
}
