import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder))

/** The same for sources and for the build, which is in another folder. */
export const PROJECT_ROOT = rootAbove(import.meta.dirname)

const isBuilt = import.meta.filename.endsWith('.js')

/** A worker thread's file, by its path under `src/server`. */
export const threadFile = (name: string): URL =>
  pathToFileURL(
    isBuilt
      ? join(PROJECT_ROOT, 'dist', 'server', `${name}.js`)
      : join(PROJECT_ROOT, 'src', 'server', `${name}.ts`),
  )
