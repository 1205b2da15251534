import type { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg'
import { getErrorCode } from '#server/core/http/errors.ts'

const MAX_DEFAULT_SIZE = 10
const MIN_SIZE = 2
/** The default size leaves enough of the database's connections for this many servers. */
const EXPECTED_SERVERS = 3
/** Each server also has a connection for LISTEN, one for health checks and one for maintenance. */
const CONNECTIONS_OUTSIDE_POOL = 3

/** The size of a server's pool if DATABASE_POOL is not set. */
export const computeDefaultPoolSize = (connections: number): number =>
  Math.min(
    MAX_DEFAULT_SIZE,
    Math.max(MIN_SIZE, Math.floor(connections / EXPECTED_SERVERS) - CONNECTIONS_OUTSIDE_POOL),
  )

/** No connection is available: the database is down, or too many requests wait for it. */
export class DatabaseUnavailable extends Error {}

/**
 * Errors after which the same request may succeed: connections lost or refused (class 08, 53300, 57P0x),
 * statements that ran into a timeout (55P03, 57014, 25P03), and those ended because of a deadlock (40P01).
 */
const TRANSIENT_SQL_STATES = /^(08...|53300|57P0[1-5]|55P03|57014|25P0[34]|40P01)$/
const TRANSIENT_SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** node-postgres gives these no code. */
const TRANSIENT_DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered|Client was closed|Query read timeout)/

const isTransient = (error: Error): boolean => {
  if (error instanceof DatabaseUnavailable) return true
  const code = getErrorCode(error)
  if (error instanceof DatabaseError) return TRANSIENT_SQL_STATES.test(code)
  return TRANSIENT_SOCKET_CODES.has(code) || TRANSIENT_DRIVER_MESSAGES.test(error.message)
}

const DATABASE_DISK_FULL = '53100'
const DISK_FULL_CODES = new Set([DATABASE_DISK_FULL, 'ENOSPC', 'EDQUOT'])

/** A statement waited longer than lock_timeout for a lock. */
export const isLockTimeout = (error: unknown): boolean => getErrorCode(error) === '55P03'

/** A row refers to another that was deleted meanwhile, such as the account of the caller. */
export const isMissingReference = (error: unknown): boolean => getErrorCode(error) === '23503'

/** Our own disk, or that of the database, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (DISK_FULL_CODES.has(getErrorCode(error)) || isDiskFull(error.cause))

/** Allocates some blocks on disk, and releases them. */
const DISK_PROBE = `BEGIN; CREATE TEMP TABLE disk_probe ON COMMIT DROP AS
  SELECT md5(number::text) FROM generate_series(1, 10000) AS number; ROLLBACK`
const PROBE_EVERY_MS = 5_000

/**
 * Reports a full disk of the database from the first error that says so until a probe succeeds. Without
 * such an error, nothing is probed.
 */
export const watchDisk = (pools: readonly Pool[], probing: Pool) => {
  let isFull = false
  let probedAt = -Infinity
  const watch = (client: PoolClient) => {
    // Sees every error that the database reports, no matter which code sent the statement.
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      isFull ||= code === DATABASE_DISK_FULL
    })
  }
  for (const pool of pools) pool.on('connect', watch)
  return async (): Promise<string | null> => {
    if (isFull && performance.now() - probedAt > PROBE_EVERY_MS) {
      probedAt = performance.now()
      isFull = await probing.query(DISK_PROBE).then(
        () => false,
        () => true,
      )
    }
    return isFull ? 'The disk of the database is full.' : null
  }
}

/** Also recognizes errors that a library has wrapped. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error && (isTransient(error) || isDatabaseUnavailable(error.cause))

/** Limits for requests. Migrations, imports and index builds are exempt. */
export const DATABASE_LIMITS = {
  /** How many requests may wait for a connection, and for how long. */
  waiting: 200,
  connectMs: 5_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleInTransactionMs: 30_000,
  /** For a database that hangs, or a pooler that does not support statement timeouts. */
  answerMs: 20_000,
} as const

const TOO_MANY_CONNECTIONS = '53300'
const RETRY_MS = 100

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (release?: unknown) => void,
) => void

type RetryingPoolOptions = {
  config: PoolConfig
  /** PgBouncer in transaction mode rejects startup settings and keeps no session state. */
  isPooled: boolean
}

const timeouts = {
  statement_timeout: DATABASE_LIMITS.statementMs,
  lock_timeout: DATABASE_LIMITS.lockMs,
  idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransactionMs,
}

const removeStatementName = (query: unknown): unknown => {
  if (typeof query !== 'object' || query === null || !('name' in query)) return query
  const { name: _, ...unnamed } = query
  return unnamed
}

/** A prepared statement belongs to a session, but the next transaction may run in another one. */
const disablePreparedStatements = (client: PoolClient) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((first: unknown, ...rest: unknown[]) =>
    query(removeStatementName(first), ...rest)) as typeof client.query
}

/** Retries while all connections that the database allows are in use. */
export class RetryingPool extends Pool {
  readonly #retryForMs: number

  constructor(config: PoolConfig, retryForMs: number) {
    super(config)
    this.#retryForMs = retryForMs
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (!callback) return this.connectWithRetries()
    void this.#connectAndCall(callback)
  }

  async #connectAndCall(callback: Callback): Promise<void> {
    let client: PoolClient
    try {
      client = await this.connectWithRetries()
    } catch (error) {
      return callback(error as Error, undefined, () => {})
    }
    callback(undefined, client, (error) => client.release(error as Error))
  }

  protected async connectWithRetries(): Promise<PoolClient> {
    const deadline = performance.now() + this.#retryForMs
    for (;;) {
      try {
        return await super.connect()
      } catch (cause) {
        const isFull = cause instanceof DatabaseError && cause.code === TOO_MANY_CONNECTIONS
        if (!isFull || performance.now() > deadline) throw cause
      }
      // This or another process may release a connection in the meantime.
      await delay(RETRY_MS)
    }
  }
}

/** The pool for requests: a bounded wait for a connection, and a limit on every statement. */
export class BoundedPool extends RetryingPool {
  /** The statement that begins a transaction, with its timeouts. */
  readonly begin: string

  constructor({ config, isPooled }: RetryingPoolOptions) {
    const limited = {
      ...config,
      ...(isPooled ? {} : timeouts),
      connectionTimeoutMillis: DATABASE_LIMITS.connectMs,
      query_timeout: DATABASE_LIMITS.answerMs,
    }
    super(limited, DATABASE_LIMITS.connectMs)
    const settings = Object.entries(timeouts).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
    this.begin = isPooled ? ['BEGIN', ...settings].join('; ') : 'BEGIN'
    if (isPooled) this.on('connect', disablePreparedStatements)
  }

  protected override async connectWithRetries(): Promise<PoolClient> {
    if (this.waitingCount >= DATABASE_LIMITS.waiting)
      throw new DatabaseUnavailable('Too many requests wait for a database connection')
    try {
      return await super.connectWithRetries()
    } catch (cause) {
      throw new DatabaseUnavailable('No database connection', { cause })
    }
  }
}

const UNDEFINED_TABLE = '42P01'

/**
 * Repeats a read once if its table is missing. Citus drops a shard some seconds after it has moved it,
 * and a statement that was planned before the move fails; the second attempt is planned anew.
 */
export const retryAfterShardMove = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (getErrorCode(error) !== UNDEFINED_TABLE) throw error
    return read()
  }
}
