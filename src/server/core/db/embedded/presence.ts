import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { SettingsError } from '#server/core/env.ts'

/**
 * Session-level advisory locks show who uses an embedded database. They disappear with their process,
 * however it dies, so no lock is ever stale.
 */
const USER_LOCK = 7_341_001
const SERVER_LOCK = 7_341_002
const CONNECT_TIMEOUT_MS = 10_000
const RECONNECT_FIRST_MS = 250
const RECONNECT_MAX_MS = 10_000

/** One `server` per data folder, and any number of `tool`s such as an import or a test. */
export type ProcessRole = 'server' | 'tool'

export class DataFolderInUse extends SettingsError {}

export type Presence = {
  /** Returns true if no other process uses PostgreSQL, so that it can be stopped. */
  leave: () => Promise<boolean>
  /** Ends the session without stopping PostgreSQL. */
  end: () => Promise<void>
}

const readBoolean = async (client: Client, question: string): Promise<boolean> => {
  const { rows } = await client.query<{ answer: boolean }>(`SELECT ${question} AS answer`)
  return rows[0]?.answer === true
}

const describeHolder = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [SERVER_LOCK],
  )
  return rows[0]?.name ?? 'another process'
}

const connectWithRole = async (url: string, role: ProcessRole): Promise<Client> => {
  const client = new Client({
    connectionString: url,
    application_name: `Wearabouts ${role}, process ${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // Without a listener, losing the connection would crash the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const takeLocks = async (client: Client, role: ProcessRole, dataDir: string): Promise<boolean> => {
  if (!(await readBoolean(client, `pg_try_advisory_lock_shared(${USER_LOCK})`))) return false
  if (role === 'tool' || (await readBoolean(client, `pg_try_advisory_lock(${SERVER_LOCK})`)))
    return true
  throw new DataFolderInUse(
    `Another server already uses ${dataDir} (${await describeHolder(client)}). ` +
      'Stop it first, or give this one its own DATA_DIR.',
  )
}

type PresenceOptions = {
  url: string
  role: ProcessRole
  dataDir: string
  log: Logger
  /** Starts PostgreSQL again if it is not running. */
  restart: () => Promise<void>
}

/** Undefined if the last user is stopping PostgreSQL right now; start it again. */
export const announcePresence = async ({
  url,
  role,
  dataDir,
  log,
  restart,
}: PresenceOptions): Promise<Presence | undefined> => {
  let client = await connectWithRole(url, role)
  const leaving = new AbortController()
  let reconnecting: Promise<void> = Promise.resolve()

  const tryToReconnect = async (): Promise<boolean> => {
    // Only a server restarts PostgreSQL, because a tool may exit at any moment.
    if (role === 'server') await restart()
    const next = await connectWithRole(url, role)
    if (await takeLocks(next, role, dataDir).catch(() => false)) {
      client = watch(next)
      return true
    }
    await next.end()
    return false
  }

  // If a backend crashes or PostgreSQL is killed, every session ends, and our locks are lost.
  const reconnect = async (): Promise<void> => {
    let waitMs = RECONNECT_FIRST_MS
    const { signal } = leaving
    while (!signal.aborted) {
      await sleep(waitMs, undefined, { ref: false, signal }).catch(() => undefined)
      if (signal.aborted) return
      waitMs = Math.min(waitMs * 2, RECONNECT_MAX_MS)
      const isBack = await tryToReconnect().catch((err: unknown) => {
        log.warn({ err }, 'The embedded database is not back yet')
        return false
      })
      if (!isBack) continue
      log.info('The database is back')
      return
    }
  }
  const watch = (watched: Client): Client => {
    watched.on('error', (error) => {
      if (!leaving.signal.aborted) log.error({ err: error }, 'Lost the embedded database')
    })
    watched.on('end', () => {
      if (!leaving.signal.aborted) reconnecting = reconnect()
    })
    return watched
  }

  try {
    if (!(await takeLocks(client, role, dataDir))) {
      await client.end()
      return undefined
    }
  } catch (error) {
    await client.end()
    throw error
  }
  watch(client)
  return {
    leave: async () => {
      leaving.abort()
      // Otherwise a PostgreSQL that is just being restarted would keep running.
      await reconnecting
      await client.query('SELECT pg_advisory_unlock_all()')
      return readBoolean(client, `pg_try_advisory_lock(${USER_LOCK})`)
    },
    end: () => {
      leaving.abort()
      return client.end()
    },
  }
}
