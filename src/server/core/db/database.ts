import { Client, Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import { type Env, SettingsError } from '#server/core/env.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { BoundedPool, computeDefaultPoolSize, RetryingPool, watchDisk } from './pools.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import type { ProcessRole } from './embedded/presence.ts'
import { readValue } from './sql.ts'

export type Database = {
  /** For requests, with limits on waiting and on every statement. */
  pool: Pool
  /** For migrations, imports and index builds, which may take long. */
  maintenance: Pool
  /** Bypasses any pooler: for LISTEN, session locks and separate processes. */
  url: string
  /** Null if the database answers, otherwise a plain reason. */
  check: () => Promise<string | null>
  /** Null unless the disk of the database is full. */
  diskProblem: () => Promise<string | null>
  close: () => Promise<void>
  /** For a process that exits at once: lets an embedded PostgreSQL stop after its last session. */
  abandon: () => void
}

const DATABASE_DOWN = 'The database does not answer.'
const CHECK_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 10_000
const DIRECT_TIMEOUT_MS = 5_000
const MAINTENANCE_POOL_SIZE = 4
const MAINTENANCE_RETRY_MS = MINUTE_MS

type ConnectOptions = {
  /** Connections for requests. */
  poolSize?: number | undefined
  /** Set if `url` is that of a pooler in transaction mode. */
  listenUrl?: string | undefined
  /** Runs after the last connection has closed. */
  afterClose?: () => Promise<void>
  abandon?: () => void
}

const createConnectionCheck = (pool: Pool, log: Logger) => {
  const once = createSingleFlight<string | null>()
  return () =>
    once('check', async () => {
      try {
        await pool.query('SELECT 1')
        return null
      } catch (err) {
        log.warn({ err }, DATABASE_DOWN)
        return DATABASE_DOWN
      }
    })
}

/** node-postgres alone would treat `require` and `verify-ca` like `verify-full`. */
const standardizeSslModes = (url: string): string => {
  if (!/[?&]sslmode=/.test(url) || url.includes('uselibpqcompat=')) return url
  return `${url}&uselibpqcompat=true`
}

export const connectDatabase = (
  url: string,
  log: Logger,
  { poolSize, listenUrl, afterClose = async () => {}, abandon = () => {} }: ConnectOptions = {},
): Database => {
  const directUrl = standardizeSslModes(listenUrl ?? url)
  const connectionString = standardizeSslModes(url)
  const pool = new BoundedPool({
    config: { connectionString, max: poolSize ?? computeDefaultPoolSize(Infinity) },
    isPooled: listenUrl !== undefined,
  })
  const maintenance = new RetryingPool(
    {
      connectionString: directUrl,
      max: MAINTENANCE_POOL_SIZE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    },
    MAINTENANCE_RETRY_MS,
  )
  // Separate, so that a busy pool does not make this server look unavailable.
  const checkPool = new Pool({
    connectionString,
    max: 1,
    // Stays open, because opening a connection on a busy machine may exceed the timeout of a check.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
  })
  const pools = [pool, maintenance, checkPool]
  for (const openPool of pools) {
    // Without a listener, losing an idle connection would crash the server.
    // The error contains the client with its settings, which must not be logged.
    openPool.on('error', ({ message }) =>
      log.error({ reason: message }, 'Lost an idle database connection'),
    )
    // The same applies during a transaction; there, the next query reports the error.
    openPool.on('connect', (client) => client.on('error', () => undefined))
  }
  const diskProblem = watchDisk([pool, maintenance], maintenance)
  let closed: Promise<void> | undefined
  const close = async () => {
    await Promise.all(pools.map((openPool) => openPool.end()))
    await afterClose()
  }
  return {
    pool,
    maintenance,
    url: directUrl,
    check: createConnectionCheck(checkPool, log),
    diskProblem,
    close: () => (closed ??= close()),
    abandon,
  }
}

type DatabaseEnv = Pick<Env, 'DATA_DIR'> &
  Partial<Pick<Env, 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'DATABASE_POOL'>>

/** Commands import and index, which may take longer than a request is allowed to. */
const selectPoolForRole = (role: ProcessRole, database: Database): Database =>
  role === 'tool' ? { ...database, pool: database.maintenance } : database

/** The message of the pool itself says only that there is no connection. */
const describeCause = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

const readDefaultPoolSize = async (pool: Pool): Promise<number> => {
  const free = await readValue(pool, z.number())`
    SELECT current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int`
  return computeDefaultPoolSize(free ?? Infinity)
}

/** The oldest version on which the tests pass (docs/operations.md). */
const MIN_POSTGRES_VERSION = 15

const VERSION_FACTOR = 10_000

/** `versionNumber`: as PostgreSQL numbers its versions, such as 150004 for 15.4. */
export const refuseOldPostgres = (versionNumber: number) => {
  const major = Math.floor(versionNumber / VERSION_FACTOR)
  if (major < MIN_POSTGRES_VERSION)
    throw new SettingsError(
      `DATABASE_URL leads to PostgreSQL ${major}; ${MIN_POSTGRES_VERSION} or newer is needed`,
    )
}

const readPostgresVersion = (pool: Pool) =>
  readValue(pool, z.number())`SELECT current_setting('server_version_num')::int`

/** Without this check, a wrong setting would only show minutes later, in the first job. */
const checkDirectConnection = async (connectionString: string) => {
  const client = new Client({
    connectionString: standardizeSslModes(connectionString),
    connectionTimeoutMillis: DIRECT_TIMEOUT_MS,
    query_timeout: DIRECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('LISTEN connection_check')
  } finally {
    await client.end().catch(() => undefined)
  }
}

const nameSettingOnFailure = async <T>(setting: string, connect: () => Promise<T>): Promise<T> => {
  try {
    return await connect()
  } catch (cause) {
    const reason = describeCause(cause)
    throw new SettingsError(`Cannot reach the database of ${setting}: ${reason}`, { cause })
  }
}

/** A `tool` such as an import may share an embedded database with the server; two servers may not. */
export const openDatabase = async (
  { DATA_DIR, DATABASE_URL, DATABASE_LISTEN_URL, DATABASE_POOL }: DatabaseEnv,
  log: Logger,
  role: ProcessRole = 'server',
): Promise<Database> => {
  if (DATABASE_URL === undefined) {
    const { url, stop, abandon } = await openEmbeddedDatabase({ dataDir: DATA_DIR, log, role })
    const shutdown = { afterClose: stop, abandon }
    return selectPoolForRole(
      role,
      connectDatabase(url, log, { poolSize: DATABASE_POOL, ...shutdown }),
    )
  }
  const database = connectDatabase(DATABASE_URL, log, {
    poolSize: DATABASE_POOL,
    listenUrl: DATABASE_LISTEN_URL,
  })
  try {
    refuseOldPostgres(
      (await nameSettingOnFailure('DATABASE_URL', () => readPostgresVersion(database.pool))) ??
        Infinity,
    )
    // A pooler has its own limits.
    if (DATABASE_POOL === undefined && DATABASE_LISTEN_URL === undefined)
      database.pool.options.max = await readDefaultPoolSize(database.pool)
    if (DATABASE_LISTEN_URL !== undefined)
      await nameSettingOnFailure('DATABASE_LISTEN_URL', () =>
        checkDirectConnection(DATABASE_LISTEN_URL),
      )
    return selectPoolForRole(role, database)
  } catch (error) {
    await database.close()
    throw error
  }
}
