import { z } from 'zod'
import { DETECTION } from '#shared/constants.ts'

const LONGEST_NAME = 500
const LONGEST_TEXT = 2_000

/** Clients send null, leave out, or write numbers where a text stands: all of it is read as text. */
const text = z
  .union([z.string().max(LONGEST_TEXT), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : String(value)))

/** Ratings come as numbers, as '4.5', or as 'N/A', which is no number. */
const looseNumber = z
  .union([z.string().max(100), z.number()])
  .nullish()
  .transform((value) => {
    const number = Number.parseFloat(String(value ?? '').replaceAll(',', ''))
    return Number.isFinite(number) ? number : null
  })

/** In the 400-unit box of the photo screen. */
export const boxSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})

const nameSchema = z
  .string()
  .trim()
  .max(LONGEST_NAME)
  .nullish()
  .transform((name) => name || DETECTION.defaultName)

/** §3: the stored detection record, as it is sent to the server. */
export const storedRecordSchema = z.object({
  name: nameSchema,
  image_url: text,
  thumbnail: text,
  price: text,
  currency: z
    .string()
    .max(10)
    .nullish()
    .transform((currency) => currency || DETECTION.defaultCurrency),
  category: text,
  type: z
    .string()
    .max(40)
    .nullish()
    .transform((type) => type || 'product'),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .transform((confidence) => confidence ?? DETECTION.defaultConfidence),
  bbox: boxSchema.nullish().transform((box) => box ?? null),
  product_id: text,
  detection_id: text,
  seller: text,
  product_link: text,
  rating: looseNumber,
  reviews: looseNumber,
  offers_link: text,
  delivery: text,
  durability: text,
  thumbnail_video: text,
  source: text,
  is_liked: z
    .union([z.boolean(), z.literal(0), z.literal(1)])
    .nullish()
    .transform((liked) => (liked === null || liked === undefined ? null : Boolean(liked))),
  original_image_url: text,
})
export type StoredRecord = z.output<typeof storedRecordSchema>
export type StoredRecordInput = z.input<typeof storedRecordSchema>

const optionalText = z.string().nullable()

/** §3: a record read back from the server; one shape for detected, own and saved products. */
export const productRecordSchema = z.object({
  id: z.string(),
  /** Null for a plain product of the catalogue. */
  detection_id: optionalText,
  type: z.enum(['product', 'detection', 'my_product']),
  title: z.string(),
  category: optionalText,
  brand: optionalText,
  confidence_score: z.number().nullable(),
  bbox: boxSchema.nullable(),
  image_url: optionalText,
  thumbnail: optionalText,
  original_image_url: optionalText,
  price: optionalText,
  currency: z.string(),
  seller: optionalText,
  product_link: optionalText,
  product_id: optionalText,
  rating: z.number().nullable(),
  reviews: z.number().nullable(),
  offers_link: optionalText,
  delivery: optionalText,
  durability: optionalText,
  thumbnail_video: optionalText,
  source: optionalText,
  celebrity_name: optionalText,
  celebrity_image: optionalText,
  is_liked: z.boolean(),
  detected_at: z.string(),
})
export type ProductRecord = z.infer<typeof productRecordSchema>

/** What a heart on a plain product saves: enough to show it when the catalogue has dropped it. */
export const favoriteProductSchema = z.object({
  name: z.string().trim().min(1).max(LONGEST_NAME),
  id: text,
  price: text,
  currency: text,
  image_url: text,
  product_link: text,
  category: text,
  brand: text,
  seller: text,
  celebrity_name: text,
  celebrity_image: text,
})
export type FavoriteProduct = z.output<typeof favoriteProductSchema>
export type FavoriteProductInput = z.input<typeof favoriteProductSchema>

export const productNameSchema = z.string().trim().min(1).max(LONGEST_NAME)
export const detectionIdSchema = z.string().min(1).max(200)
