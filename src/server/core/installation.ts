import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))

/** Found by searching upwards, because sources and the build are at different depths. */
export const PROJECT_ROOT = findRoot(import.meta.dirname)

const isBuilt = import.meta.filename.endsWith('.js')

/** `src/server`, or one of its builds: `dist/server`, or `dist/dev` of `npm run dev`. */
const SERVER_FOLDER = join(
  PROJECT_ROOT,
  ...relative(PROJECT_ROOT, import.meta.filename)
    .split(sep)
    .slice(0, 2),
)

/** A file or folder that is read at run time, by its path under `src/server`; the build copies it. */
export const getServerFile = (path: string): string => join(SERVER_FOLDER, path)

/** A worker thread's file, by its path under `src/server`. */
export const getThreadFile = (name: string): URL =>
  pathToFileURL(getServerFile(`${name}.${isBuilt ? 'js' : 'ts'}`))

const packageSchema = z.object({ version: z.string() })

const readRootFile = (name: string): string => readFileSync(join(PROJECT_ROOT, name), 'utf8')

/** The build records its commit if Git is available. */
const readRevision = (): string | null => {
  try {
    return readRootFile('dist/revision').trim() || null
  } catch {
    // Built without Git, or not built at all.
    return null
  }
}

export const BUILD = {
  version: packageSchema.parse(JSON.parse(readRootFile('package.json'))).version,
  revision: readRevision(),
} as const
