import { z } from 'zod'
import { FIELD_LIMITS, TEXT_SEARCH } from '#shared/constants.ts'
import { DETECTION_SEARCH, FIND, SCAN } from '#shared/finder-constants.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { boxSchema, detectionProductSchema, detectionSchema } from '#shared/domain/detection.ts'
import { defineCallsFor, envelopeSchema, PHOTO_BODY_BYTES } from './call.ts'
import { matchLabelSchema, shoppingResultSchema } from './remote-search.ts'
import { embeddingSchema } from './vision.ts'

const id = z.string().min(1).max(FIELD_LIMITS.idChars)
const link = z.string().min(1).max(FIELD_LIMITS.linkChars)

const scanProductSchema = detectionProductSchema.extend({
  id,
  /** CATALOG_SOURCE, or the name of a remote provider. */
  source: z.string().max(FIELD_LIMITS.nameChars),
  sureness: matchLabelSchema,
  /** How well its title matches the name of the object, 0 to 1. */
  labelMatch: z.number().optional(),
  category: z.enum(CATEGORIES).optional(),
})
export type ScanProduct = z.infer<typeof scanProductSchema>

export const scanDetectionSchema = detectionSchema.extend({
  /** For /api/answers; absent until it has been searched. */
  embedding: embeddingSchema.optional(),
  /** Such as 'dresses': the catalogue has nothing of this kind, so the nearest products are listed. */
  noneOfKind: z.string().max(FIELD_LIMITS.nameChars).optional(),
  products: z.array(scanProductSchema).max(DETECTION_SEARCH.maxResults),
})
export type ScanDetection = z.infer<typeof scanDetectionSchema>

/** A weaker box of the detector, for objects that a user taps although the scan missed them; in the 400-unit frame. */
const scanCandidateSchema = z.object({
  box: boxSchema,
  kind: z.string(),
  confidence: z.number().min(0).max(1),
  /** Right about every second time, so visitors are asked whether it is there. */
  isOffered: z.literal(true).optional(),
})
export type ScanCandidate = z.infer<typeof scanCandidateSchema>

/** One line of the stream. `seq` counts from 1, so that a broken connection can resume. */
const sequenceField = { seq: z.number().int().positive() }
const scanEventSchema = z.discriminatedUnion('type', [
  z.object({ ...sequenceField, type: z.literal('started'), scanId: z.string() }),
  /** How many scans start before this one; sent again whenever that changes. */
  z.object({ ...sequenceField, type: z.literal('waiting'), ahead: z.number().int().min(0) }),
  /** The boxes, labelled by kind; their words come with their products. */
  z.object({
    ...sequenceField,
    type: z.literal('detections'),
    detections: z.array(scanDetectionSchema),
    candidates: z.array(scanCandidateSchema).max(SCAN.maxCandidates).optional(),
  }),
  /** One detection with everything found so far; `searched` of `total` detections are finished. */
  z.object({
    ...sequenceField,
    type: z.literal('products'),
    detection: scanDetectionSchema,
    searched: z.number().int(),
    total: z.number().int(),
  }),
  /** A source failed; results of the other sources remain valid. */
  z.object({
    ...sequenceField,
    type: z.literal('notice'),
    message: z.string(),
    /** The error of the call that failed. */
    error: z.string().optional(),
  }),
  z.object({ ...sequenceField, type: z.literal('done'), message: z.string() }),
  z.object({ ...sequenceField, type: z.literal('failed'), error: z.string() }),
])
export type ScanEvent = z.infer<typeof scanEventSchema>

/** A shopping product of a scan, with the lens data of its object. */
const lensProductSchema = shoppingResultSchema.extend({
  lensCategory: z.string(),
  lensTitle: z.string(),
  lensObjectName: z.string(),
  lensSearchTerms: z.array(z.string()),
  lensPrimaryQuery: z.string(),
})
export type LensProduct = z.infer<typeof lensProductSchema>

/** A detection under the names of the specification, for clients other than ours. */
const lensDetectionSchema = scanDetectionSchema
  .omit({
    productLink: true,
    offersLink: true,
    extractedOffers: true,
    extractedPrice: true,
    thumbnailVideo: true,
    products: true,
    embedding: true,
    noneOfKind: true,
  })
  .extend({
    product_link: link.optional(),
    offers_link: link.optional(),
    extracted_offers: z.number().optional(),
    extracted_price: z.number().optional(),
    thumbnail_video: link.optional(),
    products: z.array(shoppingResultSchema),
  })
export type LensDetection = z.infer<typeof lensDetectionSchema>

export const scanCalls = defineCallsFor('add-products', {
  'POST /api/scan': {
    summary:
      'Scan an uploaded photo: boxes first, then products card by card, one JSON object per line',
    body: z.object({ imageUrl: link }),
    reply: 'application/x-ndjson',
    limit: 'scan',
  },
  'GET /api/scan/:id': {
    summary: 'Resume a scan after a lost connection',
    params: z.object({ id: z.uuid() }),
    query: z.object({ after: z.coerce.number().int().min(0).max(SCAN.maxEventNumber).default(0) }),
    reply: 'application/x-ndjson',
    limit: 'resumeScan',
  },
  'DELETE /api/scan/:id': {
    summary: 'Cancel a scan',
    params: z.object({ id: z.uuid() }),
  },
  'POST /api/scan-box': {
    summary: 'Products like the content of a box (in the 400-unit frame) of an uploaded photo',
    body: z.object({ imageUrl: link, bbox: boxSchema, category: z.enum(CATEGORIES).optional() }),
    reply: envelopeSchema(
      z.object({
        products: z.array(scanProductSchema),
        notice: z.string().nullable(),
        embedding: embeddingSchema,
      }),
    ),
    limit: 'boxSearch',
  },
  'POST /api/not-this': {
    summary: 'Remember that a product does not match the content of a box',
    body: z.object({ imageUrl: link, bbox: boxSchema, productId: id }),
    limit: 'boxSearch',
  },
  'POST /api/detect-and-search': {
    summary: 'Detect and shopping-search from a photo, in one reply',
    files: ['image'],
    maxBytes: PHOTO_BODY_BYTES,
    limit: 'scan',
    reply: z.object({
      success: z.boolean(),
      message: z.string(),
      error: z.string().optional(),
      lensResults: z.object({ detections: z.array(lensDetectionSchema) }),
      shoppingResults: z.object({ success: z.boolean(), products: z.array(lensProductSchema) }),
    }),
  },
  'POST /api/product-search': {
    summary: 'Products by one search term: from the catalogue and, with a key, from web shops',
    body: z.object({
      term: z.string().trim().min(1).max(200),
      category: z.enum(CATEGORIES).optional(),
      /** The name of the object that the term is for; products of other kinds are left out. */
      label: z.string().trim().max(FIELD_LIMITS.nameChars).optional(),
      count: z
        .number()
        .int()
        .min(1)
        .max(TEXT_SEARCH.maxProducts)
        .default(DETECTION_SEARCH.resultsPerTerm),
    }),
    reply: z.object({
      success: z.boolean(),
      message: z.string(),
      products: z.array(scanProductSchema),
    }),
    limit: 'shopping',
  },
})

/** Fields of a form arrive as text. */
const numberField = z.coerce.number()

/** Identifies the model weights that a browser scanned a photo with. */
const models = z.string().min(1).max(FIND.modelsChars)
/** Numbers of a vector of unit length; how many there are depends on the models. */
const vector = z.array(z.number().min(-1).max(1)).min(1).max(FIND.vectorNumbers)
const word = z.string().max(FIND.wordChars)
/** The vector, the words and a few fields. */
const MAX_OBJECT_VALUES = FIND.vectorNumbers + 100

/** A browser's description of an object in a photo that it does not send. */
const describedObjectSchema = z.object({
  kind: word,
  /** Words by attribute, as the models know them. */
  words: z.record(word, word),
  /** The colour of its pixels, if it can be named. */
  colour: word.nullable(),
  /** Its height, relative to its width: of two jackets, the longer is a coat. */
  heightToWidth: z.number().positive(),
  vector,
})
export type DescribedObject = z.infer<typeof describedObjectSchema>

/** The public photo finder. Anyone with the id of a scan may read it; photos are not stored. */
export const findCalls = defineCallsFor('browse', {
  'POST /api/find': {
    summary:
      'Scan a photo without storing it: its place in the queue, boxes, then products card by card, one JSON object per line',
    files: ['image'],
    maxBytes: FIND.maxBytes,
    reply: 'application/x-ndjson',
    limit: 'find',
  },
  'GET /api/find/:id': {
    summary: 'Resume a scan after a lost connection',
    params: scanCalls['GET /api/scan/:id'].params,
    query: scanCalls['GET /api/scan/:id'].query,
    reply: 'application/x-ndjson',
    limit: 'resumeScan',
  },
  'DELETE /api/find/:id': {
    summary: 'Stop a scan and delete its results',
    params: scanCalls['DELETE /api/scan/:id'].params,
  },
  'POST /api/find-box': {
    summary: 'Products like the content of a box (in the 400-unit frame) of a piece of a photo',
    files: ['image'],
    maxBytes: FIND.maxBytes,
    body: z.object({
      x: numberField,
      y: numberField,
      width: numberField.min(0),
      height: numberField.min(0),
      category: z.enum(CATEGORIES).optional(),
    }),
    reply: scanCalls['POST /api/scan-box'].reply,
    limit: 'findBox',
  },
  'POST /api/find-objects': {
    summary:
      'Embeddings for /api/answers from the descriptions of objects, where a browser scanned the photo itself',
    body: z.object({
      models,
      objects: z.array(describedObjectSchema).min(1).max(SCAN.maxDetections),
    }),
    reply: envelopeSchema(z.object({ embeddings: z.array(embeddingSchema) })),
    maxBytes: FIND.descriptionBytes,
    maxValues: SCAN.maxDetections * MAX_OBJECT_VALUES,
    limit: 'findObjects',
  },
  'POST /api/find-vector': {
    summary: 'The same for a box that a user drew, of which only the vector is known',
    body: z.object({ models, vector, category: z.enum(CATEGORIES).optional() }),
    maxValues: MAX_OBJECT_VALUES,
    reply: envelopeSchema(z.object({ embedding: embeddingSchema })),
    limit: 'findBox',
  },
  'POST /api/find-address': {
    summary: 'Fetch a picture from the web, as a browser could, and return it as a JPEG',
    body: z.object({ address: z.string().trim().min(1).max(2000) }),
    reply: 'image/jpeg',
    limit: 'findAddress',
  },
})
