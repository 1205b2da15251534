import { z } from 'zod'
import { callsFor, envelope, emptyReply } from './call.ts'
import { imageTileSchema } from './catalog.ts'

const nameParams = z.object({ name: z.string().min(1).max(200) })

const followingSchema = z.object({
  people: z.array(z.object({ name: z.string(), image: z.string() })),
  /** The newest first. */
  looks: z.array(imageTileSchema.extend({ isNew: z.boolean(), addedAt: z.string() })),
})

export const followingCalls = callsFor('use-account', {
  'GET /api/following': {
    summary: 'Whom the user follows, and their newest looks; new: since the last visit',
    reply: envelope(followingSchema),
  },
  'POST /api/following/seen': {
    summary: 'The user has seen what is new up to this moment',
    body: z.object({ until: z.iso.datetime() }),
    reply: emptyReply,
  },
  'PUT /api/following/:name': {
    summary: 'Follow a person',
    params: nameParams,
    reply: emptyReply,
    limit: 'saveProduct',
  },
  'DELETE /api/following/:name': {
    summary: 'No longer follow a person',
    params: nameParams,
    reply: emptyReply,
    limit: 'saveProduct',
  },
})
