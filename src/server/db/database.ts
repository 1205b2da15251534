import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Env } from '#server/env.ts'
import { openEmbedded } from './embedded.ts'
import type { Role } from './embedded/presence.ts'

export type Database = {
  pool: Pool
  db: NodePgDatabase
  /** For separate connections: LISTEN, worker threads. */
  url: string
  /** Null if the database answers, otherwise a plain reason. */
  check: () => Promise<string | null>
  close: () => Promise<void>
  /** For a process that ends at once: an embedded PostgreSQL stops after its last session. */
  abandon: () => void
}

const CONNECT_WITHIN_MS = 10_000
const DOWN = 'The database does not answer.'
const CHECK_WITHIN_MS = 2_000

type Ending = {
  /** Runs after the last connection has closed. */
  afterwards?: () => Promise<void>
  abandon?: () => void
}

export const connectDatabase = (
  url: string,
  log: Logger,
  { afterwards = async () => {}, abandon = () => {} }: Ending = {},
): Database => {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  // Without a listener, losing an idle connection would crash the server.
  pool.on('error', (err) => log.error({ err }, 'Lost an idle database connection'))
  // So would losing one in a transaction; there the next query reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  let closed: Promise<void> | undefined
  return {
    pool,
    db: drizzle({ client: pool }),
    url,
    check: async () => {
      const answer = pool.query('SELECT 1').then(
        () => null,
        (err: unknown) => {
          log.warn({ err }, 'The database does not answer')
          return DOWN
        },
      )
      return Promise.race([answer, delay(CHECK_WITHIN_MS, DOWN, { ref: false })])
    },
    close: () => (closed ??= pool.end().then(afterwards)),
    abandon,
  }
}

/** A `tool` such as an import may share an embedded database with the server; two servers may not. */
export const openDatabase = async (
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  log: Logger,
  role: Role = 'server',
): Promise<Database> => {
  if (env.DATABASE_URL !== undefined) {
    const database = connectDatabase(env.DATABASE_URL, log)
    try {
      await database.pool.query('SELECT 1')
      return database
    } catch (cause) {
      await database.close()
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Cannot reach the database of DATABASE_URL: ${reason}`, { cause })
    }
  }
  const { url, stop, abandon } = await openEmbedded({ dataDir: env.DATA_DIR, log, role })
  return connectDatabase(url, log, { afterwards: stop, abandon })
}
