import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

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
