import { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import { type Env, SettingsError } from '#server/core/env.ts'
import { BoundedPool, defaultPoolSize, RetryingPool, watchDisk } from './pools.ts'
import { withStandardSslModes } from './connection-url.ts'
import { openEmbedded } from './embedded.ts'
import type { Role } from './embedded/presence.ts'
import { readValue } from './sql.ts'

export type Database = {
  /** For requests: with limits on waiting and on every statement. */
  pool: Pool
  /** For migrations, imports and index builds, which may take their time. */
  maintenance: Pool
  /** Leads to PostgreSQL itself: for LISTEN, session locks and separate processes. */
  url: string
  /** Null if the database answers, otherwise a plain reason. */
  check: () => Promise<string | null>
  /** Null unless its disk is full. */
  diskProblem: () => Promise<string | null>
  close: () => Promise<void>
  /** For a process that ends at once: an embedded PostgreSQL stops after its last session. */
  abandon: () => void
}

const DOWN = 'The database does not answer.'
const CHECK_WITHIN_MS = 2_000
const CONNECT_WITHIN_MS = 10_000
const MAINTENANCE_POOL = 4
const MAINTENANCE_WAITS_MS = 60_000

type Options = {
  /** Connections for requests. */
  poolSize?: number | undefined
  /** Set if `url` leads to a pooler in transaction mode. */
  listenUrl?: string | undefined
  /** Runs after the last connection has closed. */
  afterwards?: () => Promise<void>
  abandon?: () => void
}

const createCheck = (pool: Pool, log: Logger) => {
  const once = createSingleFlight<string | null>()
  return () =>
    once('check', async () => {
      try {
        await pool.query('SELECT 1')
        return null
      } catch (err) {
        log.warn({ err }, DOWN)
        return DOWN
      }
    })
}

export const connectDatabase = (
  url: string,
  log: Logger,
  { poolSize, listenUrl, afterwards = async () => {}, abandon = () => {} }: Options = {},
): Database => {
  const directUrl = withStandardSslModes(listenUrl ?? url)
  const connectionString = withStandardSslModes(url)
  const pool = new BoundedPool({
    config: { connectionString, max: poolSize ?? defaultPoolSize(Infinity) },
    isPooled: listenUrl !== undefined,
  })
  const maintenance = new RetryingPool(
    {
      connectionString: directUrl,
      max: MAINTENANCE_POOL,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    },
    MAINTENANCE_WAITS_MS,
  )
  // Its own connection: a busy pool is no reason to send the requests elsewhere.
  const checking = new Pool({
    connectionString,
    max: 1,
    // Kept: a busy machine may need longer than a check to open one.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CHECK_WITHIN_MS,
    query_timeout: CHECK_WITHIN_MS,
  })
  const pools = [pool, maintenance, checking]
  for (const one of pools) {
    // Without a listener, losing an idle connection would crash the server.
    // The error carries the client with its settings, which are no matter for a log.
    one.on('error', ({ message }) =>
      log.error({ reason: message }, 'Lost an idle database connection'),
    )
    // So would losing one in a transaction; there the next query reports the error.
    one.on('connect', (client) => client.on('error', () => undefined))
  }
  const diskProblem = watchDisk([pool, maintenance], maintenance)
  let closed: Promise<void> | undefined
  const close = async () => {
    await Promise.all(pools.map((one) => one.end()))
    await afterwards()
  }
  return {
    pool,
    maintenance,
    url: directUrl,
    check: createCheck(checking, log),
    diskProblem,
    close: () => (closed ??= close()),
    abandon,
  }
}

type Settings = Pick<Env, 'DATA_DIR'> &
  Partial<Pick<Env, 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'DATABASE_POOL'>>

/** The commands import and index, which may take their time. */
const forRole = (role: Role, database: Database): Database =>
  role === 'tool' ? { ...database, pool: database.maintenance } : database

/** The pool's own message says only that there is no connection. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

const fittingPool = async (pool: Pool): Promise<number> => {
  const free = await readValue(pool, z.number())`
    SELECT current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int`
  return defaultPoolSize(free ?? Infinity)
}

/** A `tool` such as an import may share an embedded database with the server; two servers may not. */
export const openDatabase = async (
  { DATA_DIR, DATABASE_URL, DATABASE_LISTEN_URL, DATABASE_POOL }: Settings,
  log: Logger,
  role: Role = 'server',
): Promise<Database> => {
  if (DATABASE_URL === undefined) {
    const { url, stop, abandon } = await openEmbedded({ dataDir: DATA_DIR, log, role })
    const ending = { afterwards: stop, abandon }
    return forRole(role, connectDatabase(url, log, { poolSize: DATABASE_POOL, ...ending }))
  }
  const database = connectDatabase(DATABASE_URL, log, {
    poolSize: DATABASE_POOL,
    listenUrl: DATABASE_LISTEN_URL,
  })
  try {
    // A pooler has its own limits.
    if (DATABASE_POOL === undefined && DATABASE_LISTEN_URL === undefined)
      database.pool.options.max = await fittingPool(database.pool)
    await database.pool.query('SELECT 1')
    return forRole(role, database)
  } catch (cause) {
    await database.close()
    const reason = describe(cause)
    throw new SettingsError(`Cannot reach the database of DATABASE_URL: ${reason}`, { cause })
  }
}
