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
  close: () => Promise<void>
}

const CONNECT_WITHIN_MS = 10_000

/** `afterwards` runs after the last connection has closed. */
export const connectDatabase = (
  url: string,
  log: Logger,
  afterwards: () => Promise<void> = async () => {},
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
    close: () => (closed ??= pool.end().then(afterwards)),
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
  const { url, stop } = await openEmbedded({ dataDir: env.DATA_DIR, log, role })
  return connectDatabase(url, log, stop)
}
