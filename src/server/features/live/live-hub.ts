import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { LIVE } from '#shared/constants.ts'
import type { LiveList } from '#shared/contract/live.ts'

export type LiveChange = { uid: string; list: LiveList; version: number }
type Listener = (change: LiveChange) => void

const RECONNECT_MS = 1_000
/** A half-open connection would stay silent for ever; a question now and then finds it out. */
const PROBE_MS = 30_000

/** One LISTEN connection for this process; it hands each change to the streams of its person. */
export const createLiveHub = (databaseUrl: string, log: Logger) => {
  const listeners = new Map<string, Set<Listener>>()
  const lost = new Set<() => void>()
  let isClosed = false
  let client: pg.Client | null = null
  let probe: NodeJS.Timeout | undefined

  const hear = ({ payload }: pg.Notification) => {
    const change = JSON.parse(payload ?? '{}') as LiveChange
    for (const listener of listeners.get(change.uid) ?? []) listener(change)
  }

  /** What was said meanwhile is not said again: every stream ends, reconnects and reads afresh. */
  const endAll = () => {
    for (const end of lost) end()
  }

  const connect = async (): Promise<void> => {
    const candidate = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    candidate.on('notification', hear)
    candidate.on('error', (err) => log.warn({ err }, 'live: the database connection broke'))
    candidate.on('end', () => {
      if (client !== candidate || isClosed) return
      clearInterval(probe)
      client = null
      endAll()
      void reconnect()
    })
    await candidate.connect()
    await candidate.query('LISTEN live')
    client = candidate
    probe = setInterval(() => {
      candidate.query('SELECT 1').catch(() => candidate.end())
    }, PROBE_MS)
    probe.unref()
  }

  const reconnect = async () => {
    while (!isClosed && !client) {
      await connect().catch((err: unknown) => log.warn({ err }, 'live: not connected yet'))
      if (!client) await sleep(RECONNECT_MS)
    }
  }

  return {
    start: connect,
    isListening: () => client !== null,
    /** Null where the person has as many streams as one may have. */
    subscribe: (uid: string, listener: Listener, end: () => void): (() => void) | null => {
      const own = listeners.get(uid) ?? new Set()
      if (own.size >= LIVE.streamsPerUser) return null
      own.add(listener)
      listeners.set(uid, own)
      lost.add(end)
      return () => {
        own.delete(listener)
        lost.delete(end)
        if (own.size === 0) listeners.delete(uid)
      }
    },
    close: async () => {
      isClosed = true
      clearInterval(probe)
      endAll()
      await client?.end()
    },
  }
}
export type LiveHub = ReturnType<typeof createLiveHub>
