import { z } from 'zod'
import { DETECTION, FIELD_LIMITS } from '#shared/constants.ts'
import { CATEGORIES } from './category.ts'
import { boxSchema } from './detection.ts'
import { optionalShopLinkSchema, pictureLinkSchema } from './stored-link.ts'

const id = z.string().min(1).max(FIELD_LIMITS.idChars)
const name = z.string().max(FIELD_LIMITS.nameChars)
const text = z.string().max(FIELD_LIMITS.textChars).nullish()
const picture = pictureLinkSchema.nullish()

/** §3: the stored detection record sent to the server. */
export const storedDetectionSchema = z.object({
  category: z.enum(CATEGORIES).nullish(),
  bbox: boxSchema.nullish(),
  image_url: picture,
  thumbnail: picture,
  price: z.string().max(FIELD_LIMITS.priceChars).nullish(),
  seller: name.nullish(),
  product_link: optionalShopLinkSchema,
  rating: z.number().nullish(),
  reviews: z.number().nullish(),
  offers_link: optionalShopLinkSchema,
  delivery: text,
  durability: text,
  thumbnail_video: picture,
  source: name.nullish(),
  name: name.default(DETECTION.defaultName),
  currency: z.string().length(3).default(DETECTION.defaultCurrency),
  type: z.enum(['product', 'my_product']).default('product'),
  confidence: z.number().min(0).max(1).default(DETECTION.defaultConfidence),
  product_id: id.nullish(),
  detection_id: id.nullish(),
  is_liked: z.boolean().optional(),
  original_image_url: picture,
})
export type StoredDetection = z.infer<typeof storedDetectionSchema>
