import { z } from 'zod'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { storedDetectionSchema } from '#shared/domain/detection-record.ts'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { SERVER_ERRORS } from '#shared/messages.ts'
import { defineCalls, envelope } from './call.ts'
import { detectionIdSchema, productNameSchema, productRecordSchema } from './products.ts'
import { accountSchema } from './session.ts'

const uid = z.string().min(1).max(100)
const nothing = envelope(z.null())
const productList = envelope(z.array(productRecordSchema))
const MOST_SYNCED = 500
const SYNC_BYTES = 1024 * 1024

/** Names and e-mails of a client are read, so that wrong types are refused, and never believed. */
const claimedUser = z.object({
  uid,
  email: z.string().max(320).nullish(),
  displayName: z.string().max(500).nullish(),
  photoURL: z.string().max(2000).nullish(),
})

const saveDetectionCall = {
  summary: 'Store a detection, or change the stored one with the same detection_id',
  access: 'user',
  body: z.object({ firebase_uid: uid, detection_data: storedDetectionSchema }),
  reply: envelope(productRecordSchema),
  failure: SERVER_ERRORS.saveDetection,
  limit: 'saveProduct',
} as const

/** §3: an entry of a client's list carries an id and a type; the rest where the client knows it. */
const listEntry = storedDetectionSchema.partial().extend({
  id: z.union([detectionIdSchema, z.number()]).transform(String).nullish(),
  type: z.string().max(40).optional(),
  // Without the default: an entry that names nothing must not become 'Unknown Product'.
  name: z.string().max(FIELD_LIMITS.nameChars).optional(),
  title: z.string().max(FIELD_LIMITS.nameChars).nullish(),
})
export type ListEntry = z.infer<typeof listEntry>

export const userCalls = defineCalls({
  'POST /user.php': {
    summary: 'Sync the signed-in person, or read them',
    access: 'user',
    body: z.union([
      z.object({ firebase_user_data: claimedUser, provider: z.string().max(100) }),
      z.object({ uid }),
    ]),
    reply: envelope(accountSchema.extend({ last_login: z.string().nullable() })),
  },
  'POST /save-detection.php': saveDetectionCall,
  'POST /api/firebase-sync/save-detection.php': saveDetectionCall,
  'DELETE /api/firebase-sync/save-detection.php': {
    summary: 'Delete a stored detection by its product_id or detection_id',
    access: 'user',
    body: z.object({ firebase_uid: uid, product_id: detectionIdSchema }),
    reply: nothing,
    limit: 'saveProduct',
  },
  'GET /user-products.php': {
    summary: 'The detected products',
    access: 'user',
    query: z.object({ firebase_uid: uid, type: z.literal('detected') }),
    reply: productList,
    failure: SERVER_ERRORS.getDetectedProducts,
  },
  'POST /user-products.php': {
    summary: 'Merge lists kept by a client into the stored ones; nothing is removed',
    access: 'user',
    body: z.object({
      firebase_uid: uid,
      saved_products: z.array(listEntry).max(MOST_SYNCED).default([]),
      my_products: z.array(listEntry).max(MOST_SYNCED).default([]),
    }),
    reply: nothing,
    failure: SERVER_ERRORS.syncUserProducts,
    limit: 'saveProduct',
    maxBytes: SYNC_BYTES,
  },
  'POST /saved-products.php': {
    summary: 'The saved products, newest first',
    access: 'user',
    body: z.object({ uid }),
    reply: productList,
    failure: SERVER_ERRORS.getSavedProducts,
  },
  'POST /my-products.php': {
    summary: 'The products the person added, newest first',
    access: 'user',
    body: z.object({ uid }),
    reply: productList,
    failure: SERVER_ERRORS.getMyProducts,
  },
  'POST /update-last-login.php': {
    summary: 'Note that the person has just signed in',
    access: 'user',
    body: z.object({ firebase_uid: uid }),
    reply: nothing,
    failure: SERVER_ERRORS.updateLastLogin,
  },
  'PATCH /api/my-products/:id': {
    summary: 'Change one of the own products',
    access: 'user',
    params: z.object({ id: detectionIdSchema }),
    body: z
      .object({
        title: productNameSchema,
        price: z.string().trim().max(FIELD_LIMITS.priceChars),
        product_link: z
          .string()
          .max(FIELD_LIMITS.linkChars)
          .regex(/^https?:\/\//i),
        category: z.enum(CATEGORIES),
        image_url: z.string().max(FIELD_LIMITS.linkChars),
      })
      .partial()
      .strict(),
    reply: envelope(productRecordSchema),
    limit: 'saveProduct',
  },
  'DELETE /api/my-products/:id': {
    summary: 'Delete one of the own products',
    access: 'user',
    params: z.object({ id: detectionIdSchema }),
    reply: nothing,
    limit: 'saveProduct',
  },
  'GET /api/users/:uid/picture': {
    summary: 'A profile picture, or a drawn avatar where there is none',
    access: 'public',
    params: z.object({ uid }),
    reply: 'image/*',
  },
  'PATCH /api/account': {
    summary: 'Change the display name',
    access: 'user',
    unauthenticated: ACCOUNT_ERRORS.noAuthenticatedUser,
    body: z.object({ displayName: z.string().trim().min(1).max(100) }).strict(),
    reply: envelope(accountSchema),
    limit: 'auth',
  },
  'POST /api/account/refresh-image': {
    summary: 'Fetch the profile picture from the sign-in provider again, 500 by 500',
    access: 'user',
    reply: envelope(accountSchema),
    limit: 'refreshImage',
  },
  'GET /api/account/export': {
    summary: 'Everything stored about the signed-in person, as a file',
    access: 'user',
    reply: 'application/json',
    limit: 'export',
  },
  'DELETE /api/account': {
    summary: 'Delete the account and everything that belongs to it',
    access: 'user',
    body: z.object({ confirm: z.literal('delete my account') }),
    reply: nothing,
    limit: 'auth',
  },
})
