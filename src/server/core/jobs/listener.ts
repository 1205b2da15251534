import { Client } from 'pg'
import type { Logger } from 'pino'

type Handler = {
  onMessage: (payload: string) => void
  /** Called on every connection, including the first, because earlier notifications were missed. */
  onConnected?: () => void
}

export type Listener = {
  listen(channel: string, handler: Handler): Promise<void>
  close(): Promise<void>
}

const FIRST_WAIT_MS = 200
const MAX_WAIT_MS = 10_000
const CONNECT_TIMEOUT_MS = 10_000
/** Without pings, a connection that the network has dropped would go unnoticed for hours. */
const PING_MS = 30_000

/** One LISTEN connection shared by this process; reconnects when lost. */
export const createNotificationListener = async (url: string, log: Logger): Promise<Listener> => {
  const handlers = new Map<string, Handler[]>()
  let client: Client | null = null
  let waitMs = FIRST_WAIT_MS
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  let turn: Promise<unknown> = Promise.resolve()
  /** Features start listening at the same time, but a client runs one query at a time. */
  const runInTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  const tryLater = () => {
    if (isClosed) return
    retry = setTimeout(() => void connect().catch(tryLater), waitMs)
    retry.unref()
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
  }

  /** Does not wait for the server to confirm, which may never happen. */
  const drop = (lost: Client) => void lost.end().catch(() => undefined)

  const connect = async () => {
    const next = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    })
    next.on('error', (err) => log.warn({ err }, 'Lost the LISTEN connection'))
    next.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler.onMessage(payload ?? '')
    })
    try {
      await next.connect()
      for (const channel of handlers.keys()) await next.query(`LISTEN ${channel}`)
    } catch (error) {
      drop(next)
      throw error
    }
    const ping = async () => {
      try {
        await runInTurn(() => next.query('SELECT 1'))
      } catch {
        drop(next)
      }
    }
    const pings = setInterval(() => void ping(), PING_MS)
    pings.unref()
    next.on('end', () => {
      clearInterval(pings)
      if (client === next) client = null
      tryLater()
    })
    client = next
    waitMs = FIRST_WAIT_MS
    for (const group of handlers.values()) for (const handler of group) handler.onConnected?.()
  }

  await connect()
  return {
    listen: async (channel, handler) => {
      if (!/^[a-z_]+$/.test(channel)) throw new Error(`Invalid channel name: ${channel}`)
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler])
      await runInTurn(async () => client?.query(`LISTEN ${channel}`))
      handler.onConnected?.()
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
