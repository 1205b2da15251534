import type pg from 'pg'
import type { Logger } from 'pino'
import type { ServeParts } from './http/serve.ts'

/** What the routes are made from. `main.ts` constructs the real ones, tests their own. */
export type AppParts = ServeParts & {
  log: Logger
  pool: pg.Pool
  /** The address people use; null means the one they asked for. */
  publicUrl: string | null
  trustProxy: boolean
}
