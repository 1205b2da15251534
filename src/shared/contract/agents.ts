import { z } from 'zod'
import { FIND } from '#shared/constants.ts'
import { callsFor } from './call.ts'

const message = z.looseObject({ jsonrpc: z.literal('2.0') })

export const agentCalls = callsFor('browse', {
  'POST /api/mcp': {
    summary:
      'The Model Context Protocol for agents: search_catalog, lookup_catalog, get_product, find_by_picture',
    callers: 'programs',
    // Not several at once, which would count as one.
    body: message,
    // A picture in base64, with room around it.
    maxBytes: 2 * FIND.maxBytes,
    reply: 'application/json',
    limit: 'search',
  },
  'GET /.well-known/ucp': {
    summary: 'Where agents find which part of the Universal Commerce Protocol',
    reply: z.object({ ucp: z.record(z.string(), z.unknown()) }),
  },
})
