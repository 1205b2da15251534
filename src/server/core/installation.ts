import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))

/** Found by searching upwards, because sources and the build are at different depths. */
export const PROJECT_ROOT = findRoot(import.meta.dirname)

const isBuilt = import.meta.filename.endsWith('.js')

/** A worker thread's file, by its path under `src/server`. */
export const threadFile = (name: string): URL =>
  pathToFileURL(
    isBuilt
      ? join(PROJECT_ROOT, 'dist', 'server', `${name}.js`)
      : join(PROJECT_ROOT, 'src', 'server', `${name}.ts`),
  )

const packageSchema = z.object({ version: z.string() })

const read = (name: string): string => readFileSync(join(PROJECT_ROOT, name), 'utf8')

/** The build records its commit if Git is available. */
const readRevision = (): string | null => {
  try {
    return read('dist/revision').trim() || null
  } catch {
    // Built without Git, or not built at all.
    return null
  }
}

export const BUILD = {
  version: packageSchema.parse(JSON.parse(read('package.json'))).version,
  revision: readRevision(),
} as const
