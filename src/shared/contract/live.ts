import { defineCalls } from './call.ts'

export const liveCalls = defineCalls({
  'GET /api/live': {
    summary: 'Server-sent events that say when the saved or own products changed',
    permission: 'use-account',
    reply: 'text/event-stream',
    limit: 'live',
  },
})

export type LiveList = 'saved-products' | 'my-products'
