import { z } from 'zod'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import { CATEGORIES } from './category.ts'
import { optionalShopLinkSchema, pictureLinkSchema } from './stored-link.ts'

const id = z.string().min(1).max(FIELD_LIMITS.idChars)
const name = z.string().max(FIELD_LIMITS.nameChars)
const text = z.string().max(FIELD_LIMITS.textChars)
const link = z.string().max(FIELD_LIMITS.linkChars)
const price = z.string().max(FIELD_LIMITS.priceChars)
const terms = z.array(name).max(FIELD_LIMITS.listItems)

const detectionSourceSchema = z.enum(['google_lens', 'google_shopping', 'manual_detection'])

export const boxSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().min(0),
  height: z.number().min(0),
})

/** The fields of a product at a shop; a detection shows those of its best product. */
const offerFields = {
  price: price.optional(),
  extractedPrice: z.number().optional(),
  seller: name.optional(),
  productLink: link.optional(),
  rating: z.number().optional(),
  reviews: z.number().optional(),
  thumbnail: link.optional(),
  thumbnailVideo: link.optional(),
  imageUrl: link.optional(),
  delivery: text.optional(),
  durability: text.optional(),
  offers: text.optional(),
  extractedOffers: z.number().optional(),
  offersLink: link.optional(),
  stockInfo: text.optional(),
  brand: name.optional(),
  model: name.optional(),
  description: text.optional(),
}

export const detectionProductSchema = z.object({
  title: name,
  /** The shop's full title, if `title` is shortened. */
  originalTitle: name.optional(),
  confidence: z.number().min(0).max(1).optional(),
  source: name.optional(),
  /** Whether the shop marked the product's price with an asterisk. */
  isPriceUncertain: z.boolean().optional(),
  ...offerFields,
})
export type DetectionProduct = z.infer<typeof detectionProductSchema>

/** A detection on the photo screen; its box is in the 400-unit frame. */
export const detectionSchema = z.object({
  id,
  label: name,
  title: name.optional(),
  originalTitle: name.optional(),
  confidence: z.number().min(0).max(1).default(DETECTION.defaultConfidence),
  bbox: boxSchema,
  /** For a pair such as gloves, the better visible one: a box around both shows mostly a coat. */
  bestSeen: boxSchema.optional(),
  category: z.enum(CATEGORIES),
  source: detectionSourceSchema,
  ...offerFields,
  lensObjectName: name.optional(),
  searchTerms: terms.optional(),
  primaryQuery: name.optional(),
  products: z.array(detectionProductSchema).max(FIELD_LIMITS.listItems).default([]),
  isManual: z.boolean().default(false),
  isEditable: z.boolean().default(false),
  isResizable: z.boolean().default(false),
})
export type Detection = z.infer<typeof detectionSchema>

/** The id prefix tells a detection's source. */
export const buildShoppingDetectionId = (key: string): string =>
  `${DETECTION.shoppingIdPrefix}${key}`
export const buildLensDetectionId = (key: string): string => `${DETECTION.lensIdPrefix}${key}`

const picture = pictureLinkSchema.nullish()

/** The stored detection record sent to the server. */
export const storedDetectionSchema = z.object({
  category: z.enum(CATEGORIES).nullish(),
  bbox: boxSchema.nullish(),
  image_url: picture,
  thumbnail: picture,
  price: price.nullish(),
  seller: name.nullish(),
  product_link: optionalShopLinkSchema,
  rating: z.number().nullish(),
  reviews: z.number().nullish(),
  offers_link: optionalShopLinkSchema,
  delivery: text.nullish(),
  durability: text.nullish(),
  thumbnail_video: picture,
  source: name.nullish(),
  name: name.default(DETECTION.defaultName),
  currency: z.string().length(3).default(DETECTION.defaultCurrency),
  type: z.enum(['product', 'my_product']).default('product'),
  confidence: z.number().min(0).max(1).default(DETECTION.defaultConfidence),
  product_id: id.nullish(),
  detection_id: id.nullish(),
  is_liked: z.boolean().optional(),
  /** Not in the specification: the price is the user's, not the shop's. */
  is_price_edited: z.boolean().optional(),
  original_image_url: picture,
})
export type StoredDetection = z.infer<typeof storedDetectionSchema>
