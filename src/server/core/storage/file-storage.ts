import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isDiskFull } from '#server/core/db/pools.ts'
import { getErrorCode } from '#server/core/http/errors.ts'
import { HOUR_MS } from '#shared/durations.ts'
import {
  assertStorageKey,
  getContentType,
  PROBE_FOLDER,
  type Storage,
  storageDownError,
  storageFullError,
} from './storage.ts'

/** Besides missing files: folders, paths through a file, and names that are too long. */
const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])
const isMissingFile = (error: unknown): boolean => MISSING_CODES.has(getErrorCode(error))

/** Starts with a dot, which keys never do. */
const UNFINISHED_PREFIX = '.unfinished-'
/** No write takes this long, so the process that started it must have died. */
const UNFINISHED_MAX_AGE_MS = HOUR_MS

/** Uploads are private, so only this process's user may read the files. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
/** The size of a small picture, because a full disk may still have space for a few bytes. */
const PROBE_BYTES = 256 * 1024

/** Replaced in tests that fill the disk. */
export type WriteFile = (path: string, body: Buffer, options: { mode: number }) => Promise<void>

export const createFileStorage = (folder: string, write: WriteFile = writeFile): Storage => {
  const buildPath = (key: string) => join(folder, ...assertStorageKey(key).split('/'))

  const writeAtomically = async (path: string, body: Buffer) => {
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
    // Readers must never see half a file, not even after a crash.
    const unfinished = join(dirname(path), `${UNFINISHED_PREFIX}${randomUUID()}`)
    try {
      await write(unfinished, body, { mode: FILE_MODE })
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async function* listStoredFiles() {
    for await (const { folder: parent, name } of listFiles(folder)) {
      const path = join(parent, name)
      if (!name.startsWith('.')) yield { path, key: relative(folder, path).split(sep).join('/') }
    }
  }

  const put = async (key: string, body: Buffer) => {
    const path = buildPath(key)
    try {
      await writeAtomically(path, body)
    } catch (error) {
      throw isDiskFull(error) ? storageFullError(error) : storageDownError(error, false)
    }
  }

  return {
    put,
    async get(key) {
      try {
        return { body: await readFile(buildPath(key)), contentType: getContentType(key) }
      } catch (error) {
        if (isMissingFile(error)) return null
        throw error
      }
    },
    async delete(key) {
      await rm(buildPath(key), { force: true })
    },
    list: async function* (prefix) {
      for await (const { key } of listStoredFiles()) if (key.startsWith(prefix)) yield key
    },
    sizes: async function* () {
      for await (const { key, path } of listStoredFiles()) {
        // The file may have been deleted since the folder was listed.
        const file = await stat(path).catch(() => null)
        if (file) yield { key, bytes: file.size }
      }
    },
    async check() {
      const key = `${PROBE_FOLDER}${randomUUID()}`
      await put(key, randomBytes(PROBE_BYTES))
      await rm(buildPath(key), { force: true })
      // Earlier versions created the folder with permissions for other users.
      await chmod(folder, FOLDER_MODE)
    },
    async sweep() {
      for await (const { folder: parent, name } of listFiles(folder)) {
        if (!name.startsWith(UNFINISHED_PREFIX)) continue
        const path = join(parent, name)
        // Its write may have ended since it was listed.
        const mtimeMs = (await stat(path).catch(() => null))?.mtimeMs ?? Infinity
        if (mtimeMs < Date.now() - UNFINISHED_MAX_AGE_MS) await rm(path, { force: true })
      }
    },
  }
}

/** Recursive by hand: on Node 20, `opendir` with `recursive` omits most files of each folder. */
async function* listFiles(folder: string): AsyncGenerator<{ folder: string; name: string }> {
  const folders: string[] = []
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
      else if (entry.isFile()) yield { folder, name: entry.name }
    }
  } catch (error) {
    // The folder does not exist yet, or was removed in the meantime.
    if (!isMissingFile(error)) throw error
  }
  for (const inner of folders) yield* listFiles(inner)
}
