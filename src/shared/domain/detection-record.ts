import { z } from 'zod'
import { DETECTION, FIELD_LIMITS } from '#shared/constants.ts'
import type { Box } from './box.ts'
import { CATEGORIES, type Category } from './category.ts'
import { type Detection, boxSchema } from './detection.ts'
import { isKnown } from './known-text.ts'
import { parsePrice } from './price.ts'
import { recordedSeller } from './seller.ts'

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

/** §3: what the client makes of a record: an entry of the saved or own products. */
export interface SavedDetection {
  id: string
  type: 'detection' | 'my_product'
  name: string
  category: Category
  confidence: number
  currency: string
  bbox?: Box | undefined
  imageUrl?: string | undefined
  thumbnail?: string | undefined
  price?: string | undefined
  seller?: string | undefined
  productLink?: string | undefined
  rating?: number | undefined
  reviews?: number | undefined
  offersLink?: string | undefined
  delivery?: string | undefined
  durability?: string | undefined
  thumbnailVideo?: string | undefined
  source?: string | undefined
  createdAt?: string | undefined
}

interface Saving {
  originalImageUrl?: string
  isLiked?: boolean
}

/** The title, else the label, names a detection. */
export const detectionName = ({ title, label }: Pick<Detection, 'title' | 'label'>): string =>
  [title, label].find(isKnown)?.trim() ?? DETECTION.defaultName

export const recordFromDetection = (
  detection: Detection,
  { originalImageUrl, isLiked }: Saving = {},
): StoredDetection => ({
  name: detectionName(detection),
  image_url: detection.imageUrl,
  thumbnail: detection.thumbnail,
  price: detection.price,
  currency: parsePrice(detection.price)?.currency ?? DETECTION.defaultCurrency,
  category: detection.category,
  type: detection.isManual ? 'my_product' : 'product',
  confidence: detection.confidence,
  bbox: detection.bbox,
  product_id: detection.id,
  detection_id: detection.id,
  seller: recordedSeller(detection),
  product_link: detection.productLink,
  rating: detection.rating,
  reviews: detection.reviews,
  offers_link: detection.offersLink,
  delivery: detection.delivery,
  durability: detection.durability,
  thumbnail_video: detection.thumbnailVideo,
  source: detection.source,
  is_liked: isLiked,
  original_image_url: originalImageUrl,
})

/** The type is not in the record: it is that of the list it came in. */
export const detectionFromRecord = (
  record: DetectionRecord,
  type: SavedDetection['type'] = 'detection',
): SavedDetection => ({
  id: String(record.detection_id ?? record.id),
  type,
  name: isKnown(record.title) ? record.title : DETECTION.defaultName,
  category: record.category ?? 'other',
  confidence: record.confidence_score ?? DETECTION.defaultConfidence,
  currency: record.currency ?? DETECTION.defaultCurrency,
  bbox: record.bbox ?? undefined,
  imageUrl: record.image_url ?? undefined,
  thumbnail: record.thumbnail ?? undefined,
  price: record.price ?? undefined,
  seller: record.seller ?? undefined,
  productLink: record.product_link ?? undefined,
  rating: record.rating ?? undefined,
  reviews: record.reviews ?? undefined,
  offersLink: record.offers_link ?? undefined,
  delivery: record.delivery ?? undefined,
  durability: record.durability ?? undefined,
  thumbnailVideo: record.thumbnail_video ?? undefined,
  source: record.source ?? undefined,
  createdAt: record.detected_at ?? undefined,
})
