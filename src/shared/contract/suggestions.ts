import { z } from 'zod'
import { NOTICE } from '#shared/constants.ts'
import { shopLinkSchema } from '#shared/domain/stored-link.ts'
import { defineCalls, envelope, emptyReply, rowId, idParams } from './call.ts'
import { draftProductSchema } from './studio.ts'

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => value || null)

const suggestionSchema = z.object({
  id: rowId,
  kind: z.enum(['not-it', 'other']),
  link: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: z.string(),
  /** How many other suggestions there are for the same item. */
  others: z.number().int(),
  /** The item. */
  name: z.string(),
  picture: z.string().nullable(),
  person: z.string(),
  look: z.string(),
  wornId: z.string(),
})
export type Suggestion = z.infer<typeof suggestionSchema>

export const suggestionCalls = defineCalls({
  'POST /api/suggestions': {
    summary: 'Report that a worn item is wrong, or which product it is; an editor decides',
    permission: 'browse',
    body: z.object({
      item: rowId,
      kind: z.enum(['not-it', 'other']),
      link: shopLinkSchema.nullish().transform((value) => value ?? null),
      note: text(NOTICE.reasonChars),
    }),
    reply: emptyReply,
    limit: 'suggestions',
  },
  'GET /api/studio/suggestions': {
    summary: 'What visitors suggest, oldest first',
    permission: 'publish',
    query: z.object({ after: rowId.optional() }),
    reply: envelope(
      z.object({ suggestions: z.array(suggestionSchema), next: z.string().nullable() }),
    ),
  },
  'POST /api/studio/suggestions/:id/accept': {
    summary: 'Take the item out of the look, or put another product in its place',
    permission: 'publish',
    params: idParams,
    body: z.object({ product: draftProductSchema.nullable() }),
    reply: emptyReply,
    limit: 'publish',
  },
  'DELETE /api/studio/suggestions/:id': {
    summary: 'Leave the item as it is',
    permission: 'publish',
    params: idParams,
    reply: emptyReply,
  },
})
