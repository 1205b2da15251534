import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from './project-root.ts'

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
