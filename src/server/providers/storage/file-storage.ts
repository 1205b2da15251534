import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { assertStorageKey, contentTypeOf, type Storage } from './storage.ts'

/** A folder, a path through a file and a name that is too long are no files either. */
const MISSING = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && MISSING.has(error.code)

/** Starts with a dot, which no key does. */
const UNFINISHED = '.unfinished-'

/** Uploads are private, so only this process's user may read the files. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

export const createFileStorage = (folder: string): Storage => {
  const pathOf = (key: string) => join(folder, ...assertStorageKey(key).split('/'))
  return {
    async put(key, body) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
      // Neither a reader nor a crash may leave half a file.
      const unfinished = join(dirname(path), `${UNFINISHED}${randomUUID()}`)
      try {
        await writeFile(unfinished, body, { mode: FILE_MODE })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return { body: await readFile(pathOf(key)), contentType: contentTypeOf(key) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    list: (prefix) => listFiles(folder, prefix),
  }
}

async function* listFiles(folder: string, prefix: string): AsyncGenerator<string> {
  let entries
  try {
    entries = await opendir(folder, { recursive: true })
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  for await (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const key = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (key.startsWith(prefix)) yield key
  }
}
