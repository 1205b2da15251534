import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import type { liveCalls, LiveList } from '#shared/contract/live.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { LiveHub } from './live-hub.ts'
import type { LiveStore } from './live.store.ts'

type Parts = { hub: LiveHub; store: LiveStore }

const LISTS: LiveList[] = ['saved-products', 'my-products']

const changed = (version: number, list: LiveList) =>
  `id: ${version}\nevent: changed\ndata: ${JSON.stringify({ list })}\n\n`

/** A stream that can be written to until either side ends it. */
const openStream = (onEnd: () => void) => {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made
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
export const liveHandlers = ({ hub, store }: Parts): Handlers<typeof liveCalls> => ({
  'GET /api/live': async ({ user, sessionId, request }) => {
    const stream = openStream(() => leave?.())
    const leave = hub.join(user.uid, {
      sessionId,
      onChange: ({ version, list }) => stream.send(changed(version, list)),
      beat: () => stream.send(': still here\n\n'),
      end: stream.end,
    })
    if (!leave) throw new AppError(429, 'Too many pages are open. Please close one.')
    // Listening started before this read, so neither a change nor the session's end is missed.
    const version = await store.version(user.uid, sessionId).catch((error: unknown) => {
      stream.end()
      throw error
    })
    if (version === null) {
      stream.end()
      throw new AppError(401, ACCOUNT_ERRORS.notAuthenticated)
    }
    const seen = request.headers.get('last-event-id')
    if (seen === null || seen === String(version))
      stream.send(`id: ${version}\nevent: ready\ndata: {}\n\n`)
    else for (const list of LISTS) stream.send(changed(version, list))
    return new Response(stream.body, {
      headers: {
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
      },
    })
  },
})
