import { LIVE } from '#shared/constants.ts'
import type { LiveList } from '#shared/contract/live.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import type { LiveStore } from './live.store.ts'

type LiveChange = { uid: string; list: LiveList; version: number }
type EndedSession = { uid: string; session: string }
type Stream = {
  sessionId: string
  onChange: (change: LiveChange) => void
  beat: () => void
  end: () => void
}

/** Forwards each change in the database to the user's open streams, while their sessions last. */
export const createLiveHub = (
  store: Pick<LiveStore, 'endedSessions'>,
  heartbeatMs: number = LIVE.heartbeatMs,
) => {
  const streams = new Map<string, Set<Stream>>()
  const openStreams = () => [...streams.values()].flatMap((own) => Array.from(own))
  let isChecking = false

  /** Clients reconnect and learn from their last version whether they missed a change. */
  const endAll = () => {
    for (const stream of openStreams()) stream.end()
  }

  /** One query for all streams: a query for each would cost more than everything else they do. */
  const endExpired = async () => {
    const open = new Set(openStreams().map(({ sessionId }) => sessionId))
    if (open.size === 0 || isChecking) return
    isChecking = true
    try {
      const ended = new Set(await store.endedSessions([...open]))
      for (const stream of openStreams()) if (ended.has(stream.sessionId)) stream.end()
    } finally {
      isChecking = false
    }
  }

  return {
    start: async (listener: Listener) => {
      await listener.listen('session_ended', {
        onMessage: (payload) => {
          const { uid, session } = JSON.parse(payload) as EndedSession
          for (const stream of streams.get(uid) ?? [])
            if (stream.sessionId === session) stream.end()
        },
      })
      await listener.listen('live', {
        onMessage: (payload) => {
          const change = JSON.parse(payload) as LiveChange
          for (const stream of streams.get(change.uid) ?? []) stream.onChange(change)
        },
        // Notifications sent while disconnected are lost.
        onConnected: endAll,
      })
      const heartbeat = setInterval(() => {
        for (const stream of openStreams()) stream.beat()
        // A brief database outage ends no stream; the next beat checks again.
        endExpired().catch(() => undefined)
      }, heartbeatMs)
      heartbeat.unref()
    },
    endAll,
    /** Returns a function to leave; null if the user has too many streams. */
    join: (uid: string, stream: Stream): (() => void) | null => {
      const own = streams.get(uid) ?? new Set()
      if (own.size >= LIVE.streamsPerUser) return null
      streams.set(uid, own.add(stream))
      return () => {
        own.delete(stream)
        if (own.size === 0 && streams.get(uid) === own) streams.delete(uid)
      }
    },
  }
}
export type LiveHub = ReturnType<typeof createLiveHub>
