import { z } from 'zod'
import { ANSWERS, DETECTION, DETECTION_SEARCH, FIND } from '#shared/finder-constants.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { boxSchema } from '#shared/domain/detection.ts'
import { CERTAINTIES } from '#shared/domain/certainty.ts'
import {
  defineCallsFor,
  currencySchema,
  defineCalls,
  envelopeSchema,
  PHOTO_BODY_BYTES,
} from './call.ts'
import { catalogProductSchema, linkElsewhereSchema } from './catalog.ts'
import {
  appliedFilterSchema,
  facetValueSchema,
  filterQuery,
  relaxedWordSchema,
} from './product-search.ts'

const category = z.enum(CATEGORIES)

const certaintySchema = z.enum(CERTAINTIES)

const detectedColorSchema = z.object({ name: z.string(), hex: z.string(), share: z.number() })

/** An object in a photo; its box in the 400-unit frame, and in pixels of the upright photo. */
const detectedObjectSchema = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.string(),
  category,
  confidence: z.number(),
  bbox: boxSchema,
  pixelBox: boxSchema,
  bestSeen: boxSchema.optional(),
  colors: z.array(detectedColorSchema),
  /** Words by attribute (type, pattern, ...) that are right nine times in ten, types of shoes eight. */
  words: z.record(z.string(), z.string()).optional(),
  searchTerms: z.array(z.string()),
  primaryQuery: z.string(),
})
export type DetectedObject = z.infer<typeof detectedObjectSchema>

/** A product of the catalogue in a list of results. */
const listedProductSchema = catalogProductSchema.extend({
  /** Whether the shop marked the product's price with an asterisk. */
  isPriceUncertain: z.boolean().optional(),
  /** How well its title and facts match the name of the object, 0 to 1. */
  labelMatch: z.number().optional(),
})

/** Products that a user added have ids that are not numbers, and only their owner sees them. */
const similarProductSchema = listedProductSchema.extend({
  similarity: z.number(),
  certainty: certaintySchema,
  isAddedByUser: z.boolean(),
})
export type SimilarProduct = z.infer<typeof similarProductSchema>

/** No certainty: not similar enough, but the closest of its kind. */
const rankedProductSchema = similarProductSchema.extend({
  certainty: certaintySchema.nullable(),
})
export type RankedProduct = z.infer<typeof rankedProductSchema>

const pictureSizeSchema = z.object({ width: z.number().int(), height: z.number().int() })

/** Multipart fields and query values arrive as text. */
const price = z.coerce.number().min(0).optional()
/** Price filters choose among the most similar products: they remove products and never add any. */
const count = z.coerce.number().int().min(1).max(100).default(DETECTION_SEARCH.maxResults)
/** The currency of minPrice and maxPrice; prices in other currencies are converted. */
const currency = currencySchema.default(DETECTION.defaultCurrency)
const filterFields = {
  category: category.optional(),
  minPrice: price,
  maxPrice: price,
  currency,
  count,
}

const numberField = z.coerce.number()

export const visionCalls = defineCalls({
  'POST /api/vision/detect': {
    summary: 'What is worn in a photo: boxes, kinds, colours and search terms',
    permission: 'add-products',
    files: ['image'],
    reply: envelopeSchema(
      z.object({ picture: pictureSizeSchema, detections: z.array(detectedObjectSchema) }),
    ),
    limit: 'scan',
    maxBytes: PHOTO_BODY_BYTES,
  },
  'POST /api/vision/similar': {
    summary: 'Products similar to a picture, or to the box of it given in the 400-unit frame',
    permission: 'add-products',
    files: ['image'],
    body: z.union([
      z.object({
        x: numberField,
        y: numberField,
        width: numberField,
        height: numberField,
        ...filterFields,
      }),
      z.object({ x: z.undefined().optional(), ...filterFields }),
    ]),
    reply: envelopeSchema(z.object({ products: z.array(similarProductSchema) })),
    limit: 'scan',
    maxBytes: PHOTO_BODY_BYTES,
  },
  'GET /api/products/:id/similar': {
    summary: 'Available products that look like a product, and less similar ones of its kind',
    permission: 'browse',
    params: z.object({ id: z.string().max(40) }),
    query: z.object(filterFields),
    reply: envelopeSchema(z.object({ products: z.array(rankedProductSchema) })),
    limit: 'similar',
  },
  'GET /api/products/:id/nearest-in-stock': {
    summary: 'The available product that looks most like one that is sold out',
    permission: 'browse',
    params: z.object({ id: z.string().max(40) }),
    reply: envelopeSchema(z.object({ product: catalogProductSchema.nullable() })),
    limit: 'similar',
  },
})

/** The embedding of an object in a photo, signed by the server, so that the photo is not needed again. */
export const embeddingSchema = z.string().min(1).max(2_000)

/** Free words ('in black', 'under 80 euro') and filters, written as for a product search. */
const refinedAnswerQuery = filterQuery
  .omit({ celebrities: true })
  .extend({ embedding: embeddingSchema })
export type RefinementQuery = Omit<z.output<typeof refinedAnswerQuery>, 'embedding'>

export const answerCalls = defineCallsFor('browse', {
  'POST /api/answers': {
    summary:
      'Products for one object of a photo: by its embedding, grouped by likeness, and by words',
    body: refinedAnswerQuery.extend({
      count: z.number().int().min(1).max(ANSWERS.maxProducts).default(ANSWERS.products),
      /** Chosen for another object of the outfit: preferred, but not a filter. */
      preferDepartment: z.enum(DEPARTMENTS).optional(),
    }),
    reply: envelopeSchema(
      z.object({
        /** Such as 'olive utility jacket'. */
        name: z.string(),
        /** The most similar products, ordered like every list of results. No certainty: only the closest. */
        products: z.array(rankedProductSchema),
        /** Such as 'dresses': nothing is of this kind, and the nearest of other kinds are listed. */
        noneOfKind: z.string().nullable(),
        /** Even the first products are hardly like the object. */
        isNothingClose: z.boolean(),
        /** What else it may be, the likeliest kind first, for POST /api/answers/kind. */
        otherKinds: z.array(z.string()),
        hasMore: z.boolean(),
        /** Found by the object's name and the given words, where the products above leave room. */
        byWords: z.array(listedProductSchema),
        applied: z.array(appliedFilterSchema),
        /** Words that could not be used, with what was done instead. */
        relaxed: z.array(relaxedWordSchema),
        /** Searches with the same words in other shops. */
        elsewhere: z.array(linkElsewhereSchema),
      }),
    ),
    limit: 'similar',
  },
  'POST /api/answers/kind': {
    summary: 'The same object as another kind, which a person has said: its embedding and name',
    body: z.object({ embedding: embeddingSchema, kind: z.string().max(FIND.wordChars) }),
    reply: envelopeSchema(z.object({ embedding: embeddingSchema, label: z.string(), category })),
    limit: 'similar',
  },
  'POST /api/answers/counts': {
    summary: 'How many of the products for an object each value of each filter would leave',
    body: refinedAnswerQuery,
    reply: envelopeSchema(
      z.object({ applied: z.array(appliedFilterSchema), facets: z.array(facetValueSchema) }),
    ),
    limit: 'similar',
  },
})
