import { z } from 'zod'
import { defineCalls } from './call.ts'

const health = z.object({ status: z.enum(['ok', 'starting', 'failing']) })

export const systemCalls = defineCalls({
  'GET /healthz': { summary: 'The process answers', access: 'public', reply: health },
  'GET /readyz': { summary: 'The database answers', access: 'public', reply: health },
})
