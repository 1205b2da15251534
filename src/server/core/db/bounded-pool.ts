import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg'
import { DatabaseUnavailable } from './unavailable.ts'

/** What a request may ask of the database. Migrations, imports and index builds are exempt. */
export const DATABASE_LIMITS = {
  /** Requests that may wait for a connection, and for how long. */
  waiting: 200,
  connectMs: 5_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleInTransactionMs: 30_000,
  /** For a database that hangs, or a pooler that knows no statement timeout. */
  answerMs: 20_000,
} as const

const TOO_MANY_CONNECTIONS = '53300'
const RETRY_MS = 100

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (release?: unknown) => void,
) => void

type Settings = {
  config: PoolConfig
  /** PgBouncer in transaction mode refuses startup settings and knows no session state. */
  isPooled: boolean
}

const timeouts = {
  statement_timeout: DATABASE_LIMITS.statementMs,
  lock_timeout: DATABASE_LIMITS.lockMs,
  idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransactionMs,
}

const withoutName = (query: unknown): unknown => {
  if (typeof query !== 'object' || query === null || !('name' in query)) return query
  const { name: _, ...unnamed } = query
  return unnamed
}

/** A prepared statement belongs to a session, and the next transaction may get another one. */
const forbidNames = (client: PoolClient) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((first: unknown, ...rest: unknown[]) =>
    query(withoutName(first), ...rest)) as typeof client.query
}

/** Waits for a connection while others hold all that the database allows. */
export class PatientPool extends Pool {
  readonly #patienceMs: number

  constructor(config: PoolConfig, patienceMs: number) {
    super(config)
    this.#patienceMs = patienceMs
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (!callback) return this.connectPatiently()
    void this.#connectAndCall(callback)
  }

  async #connectAndCall(callback: Callback): Promise<void> {
    let client: PoolClient
    try {
      client = await this.connectPatiently()
    } catch (error) {
      return callback(error as Error, undefined, () => {})
    }
    callback(undefined, client, (error) => client.release(error as Error))
  }

  protected async connectPatiently(): Promise<PoolClient> {
    const deadline = performance.now() + this.#patienceMs
    for (;;) {
      try {
        return await super.connect()
      } catch (cause) {
        const isFull = cause instanceof DatabaseError && cause.code === TOO_MANY_CONNECTIONS
        if (!isFull || performance.now() > deadline) throw cause
      }
      // One of ours, or one of theirs, may become free.
      await delay(RETRY_MS)
    }
  }
}

/** The pool for requests: a bounded wait for a connection, and a limit on every statement. */
export class BoundedPool extends PatientPool {
  /** Begins a transaction with its timeouts. */
  readonly begin: string

  constructor({ config, isPooled }: Settings) {
    const limited = {
      ...config,
      ...(isPooled ? {} : timeouts),
      connectionTimeoutMillis: DATABASE_LIMITS.connectMs,
      query_timeout: DATABASE_LIMITS.answerMs,
    }
    super(limited, DATABASE_LIMITS.connectMs)
    const settings = Object.entries(timeouts).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
    this.begin = isPooled ? ['BEGIN', ...settings].join('; ') : 'BEGIN'
    if (isPooled) this.on('connect', forbidNames)
  }

  protected override async connectPatiently(): Promise<PoolClient> {
    if (this.waitingCount >= DATABASE_LIMITS.waiting)
      throw new DatabaseUnavailable('Too many requests wait for a database connection')
    try {
      return await super.connectPatiently()
    } catch (cause) {
      throw new DatabaseUnavailable('No database connection', { cause })
    }
  }
}
