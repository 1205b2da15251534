import { z } from 'zod'
import { DETECTION, FIELD_LIMITS } from '#shared/constants.ts'
import { CATEGORIES } from './category.ts'
import { boxSchema } from './detection.ts'

/** The wire's own names (snake_case) end in this file. */

const id = z.string().min(1).max(FIELD_LIMITS.idChars)
const name = z.string().max(FIELD_LIMITS.nameChars)
const text = z.string().max(FIELD_LIMITS.textChars).nullish()
const link = z.string().max(FIELD_LIMITS.linkChars).nullish()
const confidence = z.number().min(0).max(1)

const sharedFields = {
  category: z.enum(CATEGORIES).nullish(),
  bbox: boxSchema.nullish(),
  image_url: link,
  thumbnail: link,
  price: z.string().max(FIELD_LIMITS.priceChars).nullish(),
  seller: name.nullish(),
  product_link: link,
  rating: z.number().nullish(),
  reviews: z.number().nullish(),
  offers_link: link,
  delivery: text,
  durability: text,
  thumbnail_video: link,
  source: name.nullish(),
}

/** §3: the stored detection record sent to the server. */
export const storedDetectionSchema = z.object({
  ...sharedFields,
  name: name.default(DETECTION.defaultName),
  currency: z.string().length(3).default(DETECTION.defaultCurrency),
  type: z.enum(['product', 'my_product']).default('product'),
  confidence: confidence.default(DETECTION.defaultConfidence),
  product_id: id.nullish(),
  detection_id: id.nullish(),
  is_liked: z.boolean().optional(),
  original_image_url: link,
})
export type StoredDetection = z.infer<typeof storedDetectionSchema>

/** §3: the record read back from the server. */
export const detectionRecordSchema = z
  .object({
    ...sharedFields,
    detection_id: id.nullish(),
    id: z.union([id, z.number()]).nullish(),
    title: name.nullish(),
    currency: z.string().nullish(),
    confidence_score: confidence.nullish(),
    detected_at: z.string().nullish(),
  })
  .refine((record) => (record.detection_id ?? record.id ?? null) !== null)
export type DetectionRecord = z.infer<typeof detectionRecordSchema>
