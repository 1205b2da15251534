import { z } from 'zod'
import { FIND } from '#shared/finder-constants.ts'
import { defineCallsFor } from './call.ts'

/** In base64. */
export const AGENT_PICTURE_CHARS = (FIND.maxBytes / 3) * 4

const message = z.looseObject({ jsonrpc: z.literal('2.0') })

export const agentCalls = defineCallsFor('browse', {
  'POST /api/mcp': {
    summary:
      'The Model Context Protocol for agents: products, people, looks and what is worn in a photo',
    callers: 'programs',
    readsOnly: true,
    // One message at a time, because a batch would count as one call.
    body: message,
    maxValues: 1_000,
    longText: { path: ['params', 'arguments', 'picture', 'data'], maxChars: AGENT_PICTURE_CHARS },
    reply: 'application/json',
    limit: 'search',
  },
  'GET /.well-known/ucp': {
    summary: 'The parts of the Universal Commerce Protocol that this site supports',
    reply: z.object({ ucp: z.record(z.string(), z.unknown()) }),
  },
})
