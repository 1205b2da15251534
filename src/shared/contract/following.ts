import { z } from 'zod'
import { defineCalls, envelope, nothing } from './call.ts'
import { imageTileSchema } from './catalog.ts'

const nameParams = z.object({ name: z.string().min(1).max(200) })

const followedSchema = z.object({
  people: z.array(z.object({ name: z.string(), image: z.string() })),
  /** The newest first. */
  looks: z.array(imageTileSchema.extend({ isNew: z.boolean(), addedAt: z.string() })),
})

export const followingCalls = defineCalls({
  'GET /api/following': {
    summary: 'Whom the user follows, and their newest looks; new: since the last visit',
    permission: 'use-account',
    reply: envelope(followedSchema),
  },
  'POST /api/following/seen': {
    summary: 'The user has seen what is new up to this moment',
    permission: 'use-account',
    body: z.object({ until: z.iso.datetime() }),
    reply: nothing,
  },
  'PUT /api/following/:name': {
    summary: 'Follow a person',
    permission: 'use-account',
    params: nameParams,
    reply: nothing,
    limit: 'saveProduct',
  },
  'DELETE /api/following/:name': {
    summary: 'No longer follow a person',
    permission: 'use-account',
    params: nameParams,
    reply: nothing,
    limit: 'saveProduct',
  },
})
