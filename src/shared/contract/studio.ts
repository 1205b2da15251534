import { z } from 'zod'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { NOTICE } from '#shared/site-constants.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import { SCAN } from '#shared/finder-constants.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { DISCLOSURES } from '#shared/domain/disclosure.ts'
import { OCCASION_KINDS } from '#shared/domain/topic.ts'
import { shopLinkSchema } from '#shared/domain/stored-link.ts'
import {
  defineCallsFor,
  daySchema,
  defineCalls,
  envelopeSchema,
  idParams,
  momentSchema,
  PHOTO_BODY_BYTES,
  rowId,
} from './call.ts'
import { catalogCalls, wornDetailsSchema } from './catalog.ts'
import { creatorNameSchema } from './creators.ts'
import { matchLabelSchema } from './remote-search.ts'
import { embeddingSchema } from './vision.ts'

const id = z.uuid()
const textSchema = (max: number) => z.string().trim().max(max)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Rounded, because the database cannot store what lies just above 0. */
const fraction = z
  .number()
  .min(0)
  .max(1)
  .overwrite((value) => Number(value.toFixed(6)))
const side = fraction.min(DRAFT.minSide)

/** In fractions (0 to 1) of the photo. */
const draftBoxSchema = z.object({ x: fraction, y: fraction, width: side, height: side })
export type DraftBox = z.infer<typeof draftBoxSchema>

/** A product as a draft shows it. */
const draftProductSchema = z.object({
  /** Its id in the catalogue; null for a new product from a shop's page. */
  id: rowId.nullable(),
  title: textSchema(FIELD_LIMITS.nameChars).min(1),
  brand: textSchema(100).nullable(),
  price: textSchema(FIELD_LIMITS.priceChars),
  shop: textSchema(200).nullable(),
  link: textSchema(DRAFT.linkChars),
  category: z.enum(CATEGORIES).nullable(),
  picture: textSchema(DRAFT.linkChars).nullable(),
})
export type DraftProduct = z.infer<typeof draftProductSchema>

/** A decision about an object of the photo. */
const choiceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    product: draftProductSchema,
    isExact: z.boolean(),
    /** 'publisher': whoever publishes the look. */
    claimedBy: z.enum(['publisher', 'finder', 'brand']),
    /** Absent if the publisher says nothing. */
    details: wornDetailsSchema.optional(),
  }),
  z.object({ kind: z.literal('unknown') }),
])
export type DraftChoice = z.infer<typeof choiceSchema>

const draftItemSchema = z.object({
  id: textSchema(200).min(1),
  /** Such as 'olive utility jacket'. */
  label: textSchema(DRAFT.labelChars),
  category: z.enum(CATEGORIES).nullable(),
  box: draftBoxSchema,
  /** Null until an editor decides. */
  choice: choiceSchema.nullable(),
})
export type DraftItem = z.infer<typeof draftItemSchema>

const episodeNumber = z.number().int().min(0).max(DRAFT.episodes).nullable()

/** The event or show of a look; without a name: none. */
const occasionSchema = z.object({
  kind: z.enum(OCCASION_KINDS),
  name: textSchema(DRAFT.topicChars),
  season: episodeNumber,
  episode: episodeNumber,
})
export const NO_OCCASION = { kind: 'event', name: '', season: null, episode: null } as const

/** What the publisher enters. */
export const draftContentSchema = z.object({
  /** Empty until a person is chosen; a creator's looks are always their own. */
  person: textSchema(DRAFT.nameChars),
  /** For a new person: the part of the photo that becomes their portrait; null: the default. */
  portrait: draftBoxSchema.nullable(),
  takenOn: daySchema.nullable(),
  source: textSchema(DRAFT.linkChars),
  credit: textSchema(DRAFT.creditChars),
  licence: textSchema(DRAFT.creditChars),
  // Drafts of earlier versions have none of these.
  caption: textSchema(DRAFT.captionChars).default(''),
  disclosures: z.array(z.enum(DISCLOSURES)).max(DISCLOSURES.length).default([]),
  tags: z.array(textSchema(DRAFT.topicChars).min(1)).max(DRAFT.tags).default([]),
  occasion: occasionSchema.default(NO_OCCASION),
  items: z.array(draftItemSchema).max(DRAFT.items),
})
export type DraftContent = z.infer<typeof draftContentSchema>

/** What the finder proposes for an object. */
const proposalSchema = z.object({
  /** For /api/answers. */
  embedding: embeddingSchema.nullable(),
  products: z.array(draftProductSchema.extend({ sureness: matchLabelSchema })),
  /** The same garment in other photos of this user has the same id. */
  garment: z.string().nullable(),
})
export type Proposal = z.infer<typeof proposalSchema>

/** 'withdrawn': by its publisher; 'removed': by an administrator. */
const DRAFT_STATES = ['draft', 'published', 'withdrawn', 'removed'] as const

const summaryFields = {
  id,
  state: z.enum(DRAFT_STATES),
  /** The upload, or the picture of the published look. */
  photo: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  scan: z.enum(['scanning', 'done', 'failed']),
  updatedAt: z.string(),
  /** When it is published by itself; null: not scheduled. */
  publishAt: z.string().nullable(),
  /** Why that did not work the last time. */
  publishProblem: z.string().nullable(),
  /** The name of the editor who handed it over. */
  handedBy: z.string().nullable(),
}

export const draftSummarySchema = z.object({
  ...summaryFields,
  person: z.string(),
  takenOn: z.string().nullable(),
  objects: z.number().int(),
  decided: z.number().int(),
  /** Who published it, if that is another user. */
  publisher: z.string().nullable(),
})
export type DraftSummary = z.infer<typeof draftSummarySchema>

export const draftSchema = z.object({
  ...summaryFields,
  version: z.number().int(),
  content: draftContentSchema,
  /** What the look shows; null if it is not published, or if an earlier version published it. */
  published: draftContentSchema.nullable(),
  proposals: z.record(z.string(), proposalSchema),
  /** What may also be in the photo; the publisher is asked about it. */
  offers: z.array(z.object({ kind: z.string(), box: draftBoxSchema })).max(SCAN.maxOffers),
  /** By garment id: in how many other drafts of this user it is undecided. */
  garments: z.record(z.string(), z.number().int()),
  /** The address of the photo for /api/scan-box, if it is the caller's own. */
  upload: z.string().nullable(),
  /** The address of the published look's picture. */
  look: z.string().nullable(),
  /** An administrator has removed the look: it cannot be published. */
  isRemoved: z.boolean(),
})
export type Draft = z.infer<typeof draftSchema>

const params = z.object({ id })
const isOtherSpelling = z.boolean()
const version = z.number().int().min(1)

export const studioCalls = defineCallsFor('publish-own', {
  'GET /api/studio': {
    summary: 'Who publishes: the name and address of a creator’s own page; null for editors',
    reply: envelopeSchema(
      z.object({ creator: z.object({ name: z.string(), displayName: z.string() }).nullable() }),
    ),
  },
  'PUT /api/studio/page': {
    summary: 'Change the name of the user’s own page, also on their looks, and its address',
    body: z.object({ displayName: textSchema(DRAFT.nameChars).min(1), name: creatorNameSchema }),
    limit: 'pageNameTries',
  },
  'GET /api/studio/drafts': {
    summary: 'Drafts and published looks, the last changed first; editors see everyone’s looks',
    query: z.object({
      after: textSchema(100).optional(),
      state: z.enum(DRAFT_STATES).optional(),
      /** Only what somebody handed over or what was not published at its time, the oldest first. */
      waiting: z.literal('1').optional(),
    }),
    reply: envelopeSchema(
      z.object({ drafts: z.array(draftSummarySchema), next: z.string().nullable() }),
    ),
  },
  'POST /api/studio/drafts': {
    summary: 'Begin a draft with a photo, which the finder scans in the background',
    files: ['image'],
    maxBytes: PHOTO_BODY_BYTES,
    body: z.object({
      takenOn: daySchema.optional(),
      /** Photos of an archive wait behind single ones. */
      archive: z.literal('1').optional(),
      /** Of the user's file, if this is a smaller copy: it tells whether they sent it before. */
      sha256: sha256.optional(),
    }),
    reply: envelopeSchema(
      z.object({
        id,
        /** False if this user already has a draft of this photo. */
        isNew: z.boolean(),
      }),
    ),
    limit: 'draftPhotos',
  },
  'POST /api/studio/known-photos': {
    summary: 'Which of these photos, by the SHA-256 of their files, this user has drafts of',
    body: z.object({ hashes: z.array(sha256).max(500) }),
    reply: envelopeSchema(z.object({ known: z.array(z.string()) })),
  },
  'GET /api/studio/drafts/:id': {
    summary: 'A draft with what the finder proposes',
    params,
    reply: envelopeSchema(draftSchema),
  },
  'PUT /api/studio/drafts/:id': {
    summary: 'Save a draft; refused if it was saved elsewhere since `version`',
    params,
    body: z.object({ version, content: draftContentSchema }),
    reply: envelopeSchema(z.object({ version })),
    maxBytes: DRAFT.maxBytes,
  },
  'DELETE /api/studio/drafts/:id': {
    summary: 'Delete a draft that is not published, with its photo',
    params,
  },
  'POST /api/studio/drafts/:id/scan': {
    summary: 'Scan the photo of a draft again',
    params,
    limit: 'draftPhotos',
  },
  'GET /api/studio/drafts/:id/preview': {
    summary: 'The look as visitors will see it',
    params,
    reply: envelopeSchema(
      catalogCalls['GET /api/image'].reply.shape.data.extend({
        /** Whether the person is in the catalogue under another spelling than in the draft. */
        isOtherSpelling,
      }),
    ),
  },
  'GET /api/studio/drafts/:id/person': {
    summary: 'Who a name in a draft means, and under which spelling it is published',
    params,
    query: z.object({ name: textSchema(DRAFT.nameChars) }),
    reply: envelopeSchema(
      z.object({
        /** The person as the catalogue has them; null if the name is new. */
        existing: z.string().nullable(),
        publishedAs: z.string(),
        /** Why the name cannot be published. */
        problem: z.string().nullable(),
      }),
    ),
  },
  'POST /api/studio/drafts/:id/publish': {
    summary: 'Publish a draft, or its changes: visible at once to everyone',
    params,
    body: z.object({ version }),
    reply: envelopeSchema(
      z.object({
        look: z.string(),
        /** The name it is published under. */
        person: z.string(),
        /** Whether the person was there already, under another spelling than in the draft. */
        isOtherSpelling,
      }),
    ),
    limit: 'publish',
  },
  'PUT /api/studio/drafts/:id/schedule': {
    summary: 'Publish a draft, or its changes, by itself at this time, as it is then',
    params,
    body: z.object({ version, at: momentSchema }),
    limit: 'publish',
  },
  'DELETE /api/studio/drafts/:id/schedule': {
    summary: 'Do not publish a draft by itself',
    params,
  },
  'POST /api/studio/drafts/:id/withdraw': {
    summary: 'Remove a published look everywhere; the draft stays, and can bring it back',
    params,
    limit: 'publish',
  },
  'POST /api/studio/garments/:garment': {
    summary: 'Take over a choice for the same garment in other drafts, where nobody has decided',
    params: z.object({ garment: z.uuid() }),
    body: z.object({ choice: choiceSchema }),
    reply: envelopeSchema(z.object({ drafts: z.number().int() })),
  },
})

/** Between editors: creators publish only themselves. */
export const handOverCalls = defineCallsFor('publish', {
  'GET /api/studio/editors': {
    summary: 'The other editors, by name',
    reply: envelopeSchema(
      z.object({ editors: z.array(z.object({ id: z.string(), name: z.string() })) }),
    ),
  },
  'POST /api/studio/drafts/:id/hand-over': {
    summary: 'Give a draft of one’s own, with its photo, to another editor',
    params,
    body: z.object({ version, editor: z.string().min(1).max(200) }),
    limit: 'publish',
  },
})

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
      note: textSchema(NOTICE.reasonChars)
        .nullish()
        .transform((value) => value || null),
    }),
    limit: 'suggestions',
  },
  'GET /api/studio/suggestions': {
    summary: 'What visitors suggest, oldest first',
    permission: 'publish',
    query: z.object({ after: rowId.optional() }),
    reply: envelopeSchema(
      z.object({ suggestions: z.array(suggestionSchema), next: z.string().nullable() }),
    ),
  },
  'POST /api/studio/suggestions/:id/accept': {
    summary: 'Take the item out of the look, or put another product in its place',
    permission: 'publish',
    params: idParams,
    body: z.object({ product: draftProductSchema.nullable() }),
    limit: 'publish',
  },
  'DELETE /api/studio/suggestions/:id': {
    summary: 'Leave the item as it is',
    permission: 'publish',
    params: idParams,
  },
})
