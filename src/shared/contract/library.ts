import { MEGABYTE } from '#shared/byte-sizes.ts'
import { z } from 'zod'
import { MANUAL_PRODUCT_PROBLEMS } from '#shared/account-messages.ts'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { SCAN_HISTORY } from '#shared/finder-constants.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { storedDetectionSchema } from '#shared/domain/detection.ts'
import {
  optionalShopLinkSchema,
  pictureLinkSchema,
  shopLinkSchema,
} from '#shared/domain/stored-link.ts'
import {
  findPriceProblem,
  findTitleProblem,
  findWebsiteProblem,
} from '#shared/domain/manual-product.ts'
import { SERVER_ERRORS } from '#shared/messages.ts'
import {
  defineCallsFor,
  currencySchema,
  defineCalls,
  envelopeSchema,
  PHOTO_BODY_BYTES,
} from './call.ts'
import {
  detectionIdSchema,
  favoriteProductSchema,
  productNameSchema,
  productRecordSchema,
} from './products.ts'
import { type ScanDetection, scanDetectionSchema } from './scan.ts'
import { uidSchema } from './session.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

const hasSafeLinks = (detection: ScanDetection): boolean =>
  [detection, ...detection.products].every(
    (item) =>
      [item.productLink, item.offersLink].every(
        (shop) => optionalShopLinkSchema.safeParse(shop).success,
      ) &&
      [item.thumbnail, item.imageUrl, item.thumbnailVideo].every(
        (picture) => picture === undefined || pictureLinkSchema.safeParse(picture).success,
      ),
  )

/** A detection as the finder showed it, with everything found for it. */
const scanResultSchema = scanDetectionSchema
  .refine(hasSafeLinks, { error: () => REQUEST_TEXT.unsafeLink })
  .refine((detection) => JSON.stringify(detection).length <= SCAN_HISTORY.resultChars, {
    error: () => REQUEST_TEXT.tooLargeToStore,
  })

const productList = envelopeSchema(z.array(productRecordSchema))
const MAX_SYNCED_PRODUCTS = 500
const SYNC_BYTES = MEGABYTE
const MAX_ENTRY_VALUES = 40

const saveDetectionCall = {
  permission: 'use-account',
  body: z.object({
    firebase_uid: uidSchema,
    detection_data: storedDetectionSchema,
    /**
     * Not in the specification: everything found for it, so that the scan can be reopened. One that cannot be stored is
     * dropped, and the scan shows the record alone.
     */
    result: scanResultSchema.optional().catch(undefined),
  }),
  reply: envelopeSchema(productRecordSchema),
  failure: () => SERVER_ERRORS.saveDetection,
  limit: 'saveProduct',
} as const

/** An entry of a client's list has an id, a type and optional fields. */
const listEntry = storedDetectionSchema.partial().extend({
  id: z.union([detectionIdSchema, z.number()]).transform(String).nullish(),
  type: z.string().max(40).optional(),
  // No default: an entry without a name must not become 'Unknown Product'.
  name: z.string().max(FIELD_LIMITS.nameChars).optional(),
  title: z.string().max(FIELD_LIMITS.nameChars).nullish(),
})
export type ListEntry = z.infer<typeof listEntry>

const validatedTextSchema = (missing: () => string, problem: (text: string) => string | null) =>
  z
    .string({ error: missing })
    .trim()
    .superRefine((text, context) => {
      const message = problem(text)
      if (message) context.addIssue({ code: 'custom', message })
    })

/** Title required; price required, numeric, step 0.01, minimum 0; website required, URL-shaped. */
export const manualProductSchema = z.object({
  title: validatedTextSchema(() => MANUAL_PRODUCT_PROBLEMS.titleRequired, findTitleProblem),
  price: validatedTextSchema(() => MANUAL_PRODUCT_PROBLEMS.priceRequired, findPriceProblem),
  website: validatedTextSchema(() => MANUAL_PRODUCT_PROBLEMS.websiteRequired, findWebsiteProblem),
})
export type ManualProduct = z.infer<typeof manualProductSchema>

export const ownProductCalls = defineCalls({
  'POST /save-detection.php': {
    ...saveDetectionCall,
    summary: 'Store a detection of a scan, or change the stored one with the same detection_id',
  },
  'POST /api/firebase-sync/save-detection.php': {
    ...saveDetectionCall,
    summary: 'Store an edited detection; it appears under My Products',
  },
  'DELETE /api/firebase-sync/save-detection.php': {
    summary: 'Delete a stored detection by its product_id or detection_id',
    permission: 'use-account',
    body: z.object({ firebase_uid: uidSchema, product_id: detectionIdSchema }),
    limit: 'saveProduct',
  },
  'GET /user-products.php': {
    summary: 'The detected products',
    permission: 'use-account',
    query: z.object({ firebase_uid: uidSchema, type: z.literal('detected') }),
    reply: productList,
    failure: () => SERVER_ERRORS.getDetectedProducts,
    limit: 'ownLists',
  },
  'POST /user-products.php': {
    summary: 'Merge lists kept by a client into the stored ones; nothing is removed',
    permission: 'use-account',
    body: z.object({
      firebase_uid: uidSchema,
      saved_products: z.array(listEntry).max(MAX_SYNCED_PRODUCTS).default([]),
      my_products: z.array(listEntry).max(MAX_SYNCED_PRODUCTS).default([]),
    }),
    failure: () => SERVER_ERRORS.syncUserProducts,
    limit: 'saveProduct',
    maxBytes: SYNC_BYTES,
    maxValues: 2 * MAX_SYNCED_PRODUCTS * MAX_ENTRY_VALUES,
  },
  'POST /saved-products.php': {
    readsOnly: true,
    summary: 'The saved products, newest first',
    permission: 'use-account',
    body: z.object({ uid: uidSchema }),
    reply: productList,
    failure: () => SERVER_ERRORS.getSavedProducts,
    limit: 'ownLists',
  },
  'POST /my-products.php': {
    readsOnly: true,
    summary: 'What the user kept, edited or added, newest first',
    permission: 'use-account',
    body: z.object({ uid: uidSchema }),
    reply: productList,
    failure: () => SERVER_ERRORS.getMyProducts,
    limit: 'ownLists',
  },
  'PATCH /api/my-products/:id': {
    summary: "Change one of the user's own products",
    permission: 'use-account',
    params: z.object({ id: detectionIdSchema }),
    body: z
      .object({
        title: productNameSchema,
        price: z.string().trim().max(FIELD_LIMITS.priceChars),
        product_link: shopLinkSchema,
        category: z.enum(CATEGORIES),
        image_url: pictureLinkSchema,
      })
      .partial()
      .strict(),
    reply: envelopeSchema(productRecordSchema),
    limit: 'saveProduct',
  },
  'DELETE /api/my-products/:id': {
    summary: "Delete one of the user's own products",
    permission: 'use-account',
    params: z.object({ id: detectionIdSchema }),
    limit: 'saveProduct',
  },
  'POST /api/manual-products': {
    summary: 'Add a product by hand, with or without a photo; it appears under My Products',
    permission: 'add-products',
    files: ['photo'],
    body: manualProductSchema.extend({
      /** Sent only if the form was filled in from a shop's page, which states it. */
      currency: currencySchema.optional(),
      category: z.enum(CATEGORIES).optional(),
      /** An upload of the user's own, instead of a photo. */
      photo_url: pictureLinkSchema.optional(),
    }),
    maxBytes: PHOTO_BODY_BYTES,
    limit: 'upload',
    reply: envelopeSchema(productRecordSchema),
  },
  'GET /api/favorites/check': {
    summary: 'Whether a product or detection is favorited, by its name',
    permission: 'use-account',
    query: z.object({ name: productNameSchema }),
    reply: envelopeSchema(z.object({ isFavorited: z.boolean() })),
  },
  'POST /api/favorites': {
    summary: "Add a favorite: a catalogue product or one of the user's own detections",
    permission: 'use-account',
    body: z.union([
      z.object({ product: favoriteProductSchema }),
      z.object({ detection_id: detectionIdSchema }),
    ]),
    reply: envelopeSchema(productRecordSchema),
    limit: 'saveProduct',
  },
  'DELETE /api/favorites': {
    summary: 'Remove a favorite, by its name',
    permission: 'use-account',
    body: z.object({ name: productNameSchema }),
    limit: 'saveProduct',
  },
})

const photoQuery = z.object({ photo: pictureLinkSchema.min(1) })

export const scanSummarySchema = z.object({
  /** The address of the photo, which identifies the scan. */
  photo: z.string(),
  scanned_at: z.string(),
  objects: z.number().int(),
  /** What the most certain objects are. */
  names: z.array(z.string()),
})
export type ScanSummary = z.infer<typeof scanSummarySchema>

export const myScanCalls = defineCallsFor('use-account', {
  'GET /api/my-scans': {
    summary: "The user's scans, newest first",
    reply: envelopeSchema(z.array(scanSummarySchema)),
    limit: 'ownLists',
  },
  'GET /api/my-scan': {
    summary: "One of the user's scans, with its objects and what was found for them",
    query: photoQuery,
    limit: 'ownLists',
    reply: envelopeSchema(
      z.object({
        photo: z.string(),
        detections: z.array(scanDetectionSchema),
        /** Ids of the detections that are in My Products. */
        kept: z.array(z.string()),
      }),
    ),
  },
  'DELETE /api/my-scan': {
    summary: "Delete one of the user's scans with its photo; what is in My Products stays there",
    query: photoQuery,
    limit: 'saveProduct',
  },
  'DELETE /api/my-scans': {
    summary: "Delete all of the user's scans with their photos; My Products stays as it is",
    limit: 'saveProduct',
  },
})

const uploadReply = z.object({
  success: z.boolean(),
  url: z.string(),
  error: z.string().optional(),
})

export const uploadCalls = defineCallsFor('add-products', {
  'POST /image-local.php': {
    summary: 'Store an uploaded picture and return its address',
    files: ['image'],
    maxBytes: PHOTO_BODY_BYTES,
    limit: 'upload',
    reply: uploadReply,
  },
  'POST /api/image-from-address': {
    summary: 'Fetch a picture from the web, as a browser could, and store it like an upload',
    body: z.object({ address: z.string().trim().min(1).max(2000) }),
    limit: 'upload',
    reply: uploadReply,
  },
})

export const liveCalls = defineCallsFor(
  { permission: 'use-account', callers: 'browsers' },
  {
    'GET /api/live': {
      summary: 'Server-sent events that say when the saved or own products changed',
      reply: 'text/event-stream',
      limit: 'live',
    },
  },
)

export type LiveList = 'saved-products' | 'my-products'
