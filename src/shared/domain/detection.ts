import { z } from 'zod'
import { DETECTION, FIELD_LIMITS } from '#shared/constants.ts'
import { CATEGORIES } from './category.ts'

const id = z.string().min(1).max(FIELD_LIMITS.idChars)
const name = z.string().max(FIELD_LIMITS.nameChars)
const text = z.string().max(FIELD_LIMITS.textChars)
const link = z.string().max(FIELD_LIMITS.linkChars)
const price = z.string().max(FIELD_LIMITS.priceChars)
const terms = z.array(name).max(FIELD_LIMITS.listItems)

export const detectionSourceSchema = z.enum(['google_lens', 'google_shopping', 'manual_detection'])

export const boxSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().min(0),
  height: z.number().min(0),
})

const offerFields = {
  price: price.optional(),
  seller: name.optional(),
  productLink: link.optional(),
  rating: z.number().optional(),
  reviews: z.number().optional(),
  thumbnail: link.optional(),
}

export const detectionProductSchema = z.object({
  title: name,
  /** The shop's full title, if `title` is shortened. */
  originalTitle: name.optional(),
  confidence: z.number().min(0).max(1).optional(),
  source: name.optional(),
  ...offerFields,
})
export type DetectionProduct = z.infer<typeof detectionProductSchema>

/** §3: a detection on the photo screen; its box is in the 400-unit frame. */
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
  description: text.optional(),
  ...offerFields,
  imageUrl: link.optional(),
  delivery: text.optional(),
  durability: text.optional(),
  offers: text.optional(),
  extractedOffers: z.number().optional(),
  offersLink: link.optional(),
  extractedPrice: z.number().optional(),
  thumbnailVideo: link.optional(),
  stockInfo: text.optional(),
  brand: name.optional(),
  model: name.optional(),
  lensObjectName: name.optional(),
  searchTerms: terms.optional(),
  primaryQuery: name.optional(),
  products: z.array(detectionProductSchema).max(FIELD_LIMITS.listItems).default([]),
  isManual: z.boolean().default(false),
  isEditable: z.boolean().default(false),
  isResizable: z.boolean().default(false),
})
export type Detection = z.infer<typeof detectionSchema>

/** §3: the id prefix tells a detection's source. */
export const shoppingDetectionId = (key: string): string => `${DETECTION.shoppingIdPrefix}${key}`
export const lensDetectionId = (key: string): string => `${DETECTION.lensIdPrefix}${key}`
