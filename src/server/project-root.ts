import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder))

/** The same for the sources and for what is built from them, which lies elsewhere. */
export const PROJECT_ROOT = rootAbove(import.meta.dirname)

const isBuilt = import.meta.filename.endsWith('.js')

/** A file that runs in a thread of its own, named by its path under `src/server`. */
export const threadFile = (name: string): URL =>
  pathToFileURL(
    isBuilt
      ? join(PROJECT_ROOT, 'dist', 'server', `${name}.js`)
      : join(PROJECT_ROOT, 'src', 'server', `${name}.ts`),
  )
