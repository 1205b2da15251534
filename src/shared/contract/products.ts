import { z } from 'zod'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { boxSchema } from '#shared/domain/detection.ts'
import {
  optionalShopLinkSchema,
  pictureLinkSchema,
  shopLinkSchema,
} from '#shared/domain/stored-link.ts'
import { defineCallsFor, envelopeSchema } from './call.ts'

const optionalText = z.string().nullable()

/** A record read back from the server; one shape for detected, own and saved products. */
export const productRecordSchema = z.object({
  id: z.string(),
  /** Null for a catalogue product. */
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
  /** Whether the user changed the shop's price; false in older records. */
  is_price_edited: z.boolean().default(false),
  detected_at: z.string(),
})
export type ProductRecord = z.infer<typeof productRecordSchema>

export const productNameSchema = z.string().trim().min(1).max(FIELD_LIMITS.nameChars)
export const detectionIdSchema = z.string().min(1).max(FIELD_LIMITS.idChars)

const name = z.string().max(FIELD_LIMITS.nameChars).nullish()
const picture = pictureLinkSchema.nullish()

/** Enough to show a favorite after the catalogue has dropped the product. */
export const favoriteProductSchema = z.object({
  name: productNameSchema,
  id: detectionIdSchema.nullish(),
  price: z.string().max(FIELD_LIMITS.priceChars).nullish(),
  currency: z.string().length(3).nullish(),
  image_url: picture,
  product_link: optionalShopLinkSchema,
  category: name,
  brand: name,
  seller: name,
  celebrity_name: name,
  celebrity_image: picture,
})
export type FavoriteProduct = z.infer<typeof favoriteProductSchema>

const linkedProductSchema = z.object({
  title: z.string(),
  /** A plain number, as the form takes it. */
  price: z.string(),
  /** Null if the shop does not state it. */
  currency: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  /** The address of our copy, which belongs to the user. */
  picture: z.string().nullable(),
})
export type LinkedProduct = z.infer<typeof linkedProductSchema>

export const productLinkCalls = defineCallsFor('add-products', {
  'POST /api/product-from-link': {
    summary: "What a shop's page says about a product, to fill in the form that adds one by hand",
    body: z.object({ link: shopLinkSchema }),
    limit: 'productLink',
    reply: envelopeSchema(linkedProductSchema),
  },
})
