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
const LONGEST_WAIT_MS = 10_000

/** One LISTEN connection shared by this process; reconnects when lost. */
export const createListener = async (url: string, log: Logger): Promise<Listener> => {
  const handlers = new Map<string, Handler[]>()
  let client: Client | null = null
  let waitMs = FIRST_WAIT_MS
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const tryLater = () => {
    if (isClosed) return
    retry = setTimeout(() => void connect().catch(tryLater), waitMs)
    retry.unref()
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  const connect = async () => {
    const next = new Client({ connectionString: url, keepAlive: true })
    next.on('error', (err) => log.warn({ err }, 'Lost the connection that listens'))
    next.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler.onMessage(payload ?? '')
    })
    await next.connect()
    for (const channel of handlers.keys()) await next.query(`LISTEN ${channel}`)
    next.on('end', () => {
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
      if (!/^[a-z_]+$/.test(channel)) throw new Error(`Not a channel: ${channel}`)
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler])
      await client?.query(`LISTEN ${channel}`)
      handler.onConnected?.()
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
