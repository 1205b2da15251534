import { LIVE } from '#shared/constants.ts'
import type { LiveList } from '#shared/contract/live.ts'
import type { Listener } from '#server/jobs/listener.ts'

type LiveChange = { uid: string; list: LiveList; version: number }
type Stream = { onChange: (change: LiveChange) => void; end: () => void }

/** Hands each change in the database, whoever made it, to the open streams of its person. */
export const createLiveHub = () => {
  const streams = new Map<string, Set<Stream>>()

  /** They reconnect, and learn from the version they saw last whether they missed something. */
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
        // What was said while nobody listened is not said again.
        onConnected: endAll,
      }),
    endAll,
    /** How to leave again; null where the person has as many streams as one may have. */
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
