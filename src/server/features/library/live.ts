import type { Connection } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { LIVE } from '#shared/constants.ts'
import type { liveCalls, LiveList } from '#shared/contract/library.ts'
import { createLiveStore, type LiveStore } from './library.store.ts'
import { LIBRARY_TEXT } from './library-messages.ts'

type LiveChange = { uid: string; list: LiveList; version: number }
type EndedSession = { uid: string; session: string }
type Stream = {
  sessionId: string
  onChange: (change: LiveChange) => void
  beat: () => void
  end: () => void
}

/** Forwards each change in the database to the user's open streams, while their sessions last. */
const createLiveHub = (
  store: Pick<LiveStore, 'endedSessions'>,
  heartbeatMs: number = LIVE.heartbeatMs,
) => {
  const streams = new Map<string, Set<Stream>>()
  const openStreams = () => [...streams.values()].flatMap((userStreams) => Array.from(userStreams))
  let isChecking = false

  /** Clients reconnect and learn from their last version whether they missed a change. */
  const endAll = () => {
    for (const stream of openStreams()) stream.end()
  }

  /** One query for all streams, because one for each would be too expensive. */
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
        // A brief database outage ends no stream; the next heartbeat checks again.
        endExpired().catch(() => undefined)
      }, heartbeatMs)
      heartbeat.unref()
    },
    endAll,
    /** Returns a function to leave; null if the user has too many streams. */
    join: (uid: string, stream: Stream): (() => void) | null => {
      const userStreams = streams.get(uid) ?? new Set()
      if (userStreams.size >= LIVE.streamsPerUser) return null
      streams.set(uid, userStreams.add(stream))
      return () => {
        userStreams.delete(stream)
        if (userStreams.size === 0 && streams.get(uid) === userStreams) streams.delete(uid)
      }
    },
  }
}
type LiveHub = ReturnType<typeof createLiveHub>

type LiveParts = { hub: LiveHub; store: LiveStore }

const LISTS: LiveList[] = ['saved-products', 'my-products']

const changeEvent = (version: number, list: LiveList) =>
  `id: ${version}\nevent: changed\ndata: ${JSON.stringify({ list })}\n\n`

/** A stream that can be written to until either side ends it. */
const openStream = (onEnd: () => void) => {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const body = new ReadableStream<Uint8Array>({
    start: (streamController) => {
      controller = streamController
    },
    cancel: () => {
      controller = null
      onEnd()
    },
  })
  return {
    body,
    send: (text: string) => controller?.enqueue(encoder.encode(text)),
    end: () => {
      if (!controller) return
      controller.close()
      controller = null
      onEnd()
    },
  }
}

/** Sends only that a list has changed; the client then refetches it (decision 045). */
export const liveStreamHandlers = ({ hub, store }: LiveParts): Handlers<typeof liveCalls> => ({
  'GET /api/live': async ({ user, sessionId, request }) => {
    const stream = openStream(() => leave?.())
    const leave = hub.join(user.uid, {
      sessionId,
      onChange: ({ version, list }) => stream.send(changeEvent(version, list)),
      beat: () => stream.send(': still here\n\n'),
      end: stream.end,
    })
    if (!leave) throw new AppError(429, LIBRARY_TEXT.tooManyPages)
    // Listening started before this read, so neither a change nor the session's end is missed.
    const version = await store.version(user.uid, sessionId).catch((error: unknown) => {
      stream.end()
      throw error
    })
    if (version === null) {
      stream.end()
      throw new AppError(401, ACCOUNT_ERRORS.notAuthenticated)
    }
    const lastEventId = request.headers.get('last-event-id')
    if (lastEventId === null || lastEventId === String(version))
      stream.send(`id: ${version}\nevent: ready\ndata: {}\n\n`)
    else for (const list of LISTS) stream.send(changeEvent(version, list))
    return new Response(stream.body, {
      headers: {
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
      },
    })
  },
})

export const createLive = (pool: Connection, heartbeatMs?: number) => {
  const store = createLiveStore(pool)
  return { hub: createLiveHub(store, heartbeatMs), store }
}
