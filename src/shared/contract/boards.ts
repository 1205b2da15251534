import { z } from 'zod'
import { BOARDS } from '#shared/studio-constants.ts'
import {
  defineCallsFor,
  currencySchema,
  envelopeSchema,
  idParams,
  momentSchema,
  rowId,
} from './call.ts'
import { catalogProductSchema, imageTileSchema } from './catalog.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

const titleSchema = z.string().trim().min(1).max(BOARDS.titleChars)
const noteSchema = z.string().trim().max(BOARDS.noteChars)
const tokenSchema = z.string().max(60)

const boardItemSchema = z.discriminatedUnion('kind', [
  z.object({ id: z.string(), kind: z.literal('look'), note: z.string(), look: imageTileSchema }),
  z.object({
    id: z.string(),
    kind: z.literal('product'),
    note: z.string(),
    product: catalogProductSchema,
  }),
])
export type BoardItem = z.infer<typeof boardItemSchema>

const contentSchema = z.object({
  title: z.string(),
  about: z.string(),
  items: z.array(boardItemSchema),
  /** What the products cost together. */
  total: z.object({
    amount: z.number(),
    currency: z.string(),
    /** How many prices are in it, and how many products there are. */
    priced: z.number().int(),
    products: z.number().int(),
  }),
})

const shareSchema = z.object({
  token: z.string(),
  /** When the link expires; null: only when it is revoked. */
  until: z.string().nullable(),
  /** Listed and searchable; otherwise only people with the link see it. */
  isPublic: z.boolean(),
})

const boardSchema = contentSchema.extend({ id: z.string(), share: shareSchema.nullable() })
export type Board = z.infer<typeof boardSchema>

const sharedBoardSchema = contentSchema.extend({ isPublic: z.boolean(), updatedAt: z.string() })
export type SharedBoard = z.infer<typeof sharedBoardSchema>

const boardSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  items: z.number().int(),
  /** Pictures of its first items. */
  pictures: z.array(z.string()),
  isShared: z.boolean(),
})
export type BoardSummary = z.infer<typeof boardSummarySchema>

const itemParams = z.object({ id: rowId, item: rowId })
const sharedParams = z.object({ token: tokenSchema })
const boardReply = envelopeSchema(boardSchema)

/** Boards of the signed-in user. */
export const boardCalls = defineCallsFor('use-account', {
  'GET /api/boards': {
    summary: "The user's boards, the last changed first",
    reply: envelopeSchema(z.object({ boards: z.array(boardSummarySchema) })),
    limit: 'ownLists',
  },
  'POST /api/boards': {
    summary: 'Create a board, which nobody else can see',
    body: z.object({ title: titleSchema }),
    reply: boardReply,
    limit: 'saveProduct',
  },
  'GET /api/boards/:id': {
    summary: "One of the user's boards",
    params: idParams,
    reply: boardReply,
    limit: 'ownLists',
  },
  'PATCH /api/boards/:id': {
    summary: 'Change the title and description of a board, and the currency of its total',
    params: idParams,
    body: z
      .object({
        title: titleSchema,
        about: z.string().trim().max(BOARDS.aboutChars),
        currency: currencySchema,
      })
      .partial()
      .strict(),
    reply: boardReply,
    limit: 'saveProduct',
  },
  'DELETE /api/boards/:id': {
    summary: 'Delete a board with its notes',
    params: idParams,
    limit: 'saveProduct',
  },
  'POST /api/boards/:id/items': {
    summary: 'Add a look, by the address of its picture, or a product to the end of a board',
    params: idParams,
    body: z.union([z.object({ look: z.string().min(1).max(2000) }), z.object({ product: rowId })]),
    reply: boardReply,
    limit: 'saveProduct',
  },
  'PATCH /api/boards/:id/items/:item': {
    summary: 'Change the note of an item',
    params: itemParams,
    body: z.object({ note: noteSchema }),
    reply: boardReply,
    limit: 'saveProduct',
  },
  'DELETE /api/boards/:id/items/:item': {
    summary: 'Remove an item from a board',
    params: itemParams,
    reply: boardReply,
    limit: 'saveProduct',
  },
  'PUT /api/boards/:id/order': {
    summary: 'Put the items of a board into this order; those that are not named come last',
    params: idParams,
    body: z.object({ items: z.array(rowId).max(BOARDS.items) }),
    reply: boardReply,
    limit: 'saveProduct',
  },
  'PUT /api/boards/:id/share': {
    summary: 'Share a board with everyone who has its link; the link stays while it is shared',
    params: idParams,
    body: z.object({
      until: momentSchema.nullable(),
      /** Also on the page of its creator and in search engines; only for people who may publish. */
      isPublic: z.boolean().default(false),
    }),
    reply: boardReply,
    limit: 'saveProduct',
  },
  'DELETE /api/boards/:id/share': {
    summary: 'Revoke the link of a board; it never works again',
    params: idParams,
    reply: boardReply,
    limit: 'saveProduct',
  },
})

/** Boards by their links, for everyone. */
export const sharedBoardCalls = defineCallsFor('browse', {
  'GET /api/shared-boards/:token': {
    summary: 'A board that is shared by its link',
    params: sharedParams,
    reply: envelopeSchema(sharedBoardSchema),
    limit: 'sharedLists',
  },
  'GET /api/shared-boards/:token/picture': {
    summary: 'The picture of the first item of a shared board',
    params: sharedParams,
    reply: 'image/*',
    limit: 'sharedLists',
  },
  'GET /api/shared-boards/:token/card': {
    summary: 'The 1200 x 630 preview of a shared board',
    params: sharedParams,
    reply: 'image/*',
    inLanguages: true,
    limit: 'sharedLists',
  },
})

export const buildBoardCardPath = (token: string): string =>
  `${LOCALE_TEXT.prefix}/api/shared-boards/${token}/card`
export const buildBoardPicturePath = (token: string): string =>
  `/api/shared-boards/${token}/picture`

const nameParams = z.object({ name: z.string().min(1).max(200) })

const followingSchema = z.object({
  people: z.array(z.object({ name: z.string(), image: z.string() })),
  /** The newest first. */
  looks: z.array(imageTileSchema.extend({ isNew: z.boolean(), addedAt: z.string() })),
})

export const followingCalls = defineCallsFor('use-account', {
  'GET /api/following': {
    summary: 'Whom the user follows, and their newest looks; new: since the last visit',
    reply: envelopeSchema(followingSchema),
    limit: 'ownLists',
  },
  'POST /api/following/seen': {
    summary: 'The user has seen what is new up to this moment',
    body: z.object({ until: momentSchema }),
  },
  'PUT /api/following/:name': {
    summary: 'Follow a person',
    params: nameParams,
    limit: 'saveProduct',
  },
  'DELETE /api/following/:name': {
    summary: 'No longer follow a person',
    params: nameParams,
    limit: 'saveProduct',
  },
})
