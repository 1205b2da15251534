import { LIVE } from '#shared/constants.ts'
import type { LiveList } from '#shared/contract/live.ts'
import type { Listener } from '#server/jobs/listener.ts'

type LiveChange = { uid: string; list: LiveList; version: number }
type Stream = { onChange: (change: LiveChange) => void; end: () => void }

/** Forwards each change in the database to the user's open streams. */
export const createLiveHub = () => {
  const streams = new Map<string, Set<Stream>>()

  /** Clients reconnect and learn from their last version whether they missed a change. */
  const endAll = () => {
    for (const own of streams.values()) for (const stream of own) stream.end()
  }

  return {
    listenOn: (listener: Listener) =>
      listener.listen('live', {
        onMessage: (payload) => {
          const change = JSON.parse(payload) as LiveChange
          for (const stream of streams.get(change.uid) ?? []) stream.onChange(change)
        },
        // Notifications sent while disconnected are lost.
        onConnected: endAll,
      }),
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
