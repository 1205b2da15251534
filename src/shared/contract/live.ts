import { defineCalls } from './call.ts'

export const liveCalls = defineCalls({
  'GET /api/live': {
    summary: 'Server-sent events that say when the saved or own products changed',
    access: 'user',
    reply: 'text/event-stream',
    limit: 'live',
  },
})

/** Which list a `changed` event is about. */
export type LiveList = 'saved-products' | 'my-products'
