import { z } from 'zod'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { CATEGORIES } from './category.ts'
import { type Detection, boxSchema } from './detection.ts'
import { detectionName } from './record-from-detection.ts'
import { parsePrice } from './price.ts'
import { recordedSeller } from './seller.ts'

const id = z.string().min(1).max(FIELD_LIMITS.idChars)
const name = z.string().max(FIELD_LIMITS.nameChars)
const text = z.string().max(FIELD_LIMITS.textChars)
const link = z.string().max(FIELD_LIMITS.linkChars)

/** §3: the offer, under the names its source gives it. */
const googleShoppingDataSchema = z.object({
  title: name.optional(),
  price: z.string().max(FIELD_LIMITS.priceChars).optional(),
  seller: name.optional(),
  product_link: link.optional(),
  rating: z.number().optional(),
  reviews: z.number().optional(),
  thumbnail: link.optional(),
  source: name.optional(),
  position: z.number().optional(),
  product_id: id.optional(),
  offers: text.optional(),
  extracted_offers: z.number().optional(),
  offers_link: link.optional(),
  extracted_price: z.number().optional(),
  delivery: text.optional(),
  durability: text.optional(),
  thumbnail_video: link.optional(),
  stock_information: text.optional(),
  currency: z.string().length(3).optional(),
})

/** §3: a detected product as a saved favorite on the client's side. */
export const detectedProductSchema = z.object({
  id,
  name,
  category: z.enum(CATEGORIES),
  confidence: z.number().min(0).max(1),
  bbox: boxSchema.optional(),
  brand: name.optional(),
  model: name.optional(),
  description: text.optional(),
  imageUrl: link.optional(),
  type: z.literal('detection'),
  createdAt: z.string(),
  googleShoppingData: googleShoppingDataSchema.optional(),
})
export type DetectedProduct = z.infer<typeof detectedProductSchema>

/** The favorite a detection becomes at the moment `createdAt` (ISO). */
export const detectedProductFromDetection = (
  detection: Detection,
  createdAt: string,
): DetectedProduct => ({
  id: detection.id,
  name: detectionName(detection),
  category: detection.category,
  confidence: detection.confidence,
  bbox: detection.bbox,
  brand: detection.brand,
  model: detection.model,
  description: detection.description,
  imageUrl: detection.imageUrl,
  type: 'detection',
  createdAt,
  googleShoppingData: {
    title: detection.title,
    price: detection.price,
    seller: recordedSeller(detection),
    product_link: detection.productLink,
    rating: detection.rating,
    reviews: detection.reviews,
    thumbnail: detection.thumbnail,
    source: detection.source,
    product_id: detection.id,
    offers: detection.offers,
    extracted_offers: detection.extractedOffers,
    offers_link: detection.offersLink,
    extracted_price: detection.extractedPrice ?? parsePrice(detection.price)?.amount,
    delivery: detection.delivery,
    durability: detection.durability,
    thumbnail_video: detection.thumbnailVideo,
    stock_information: detection.stockInfo,
    currency: parsePrice(detection.price)?.currency ?? undefined,
  },
})
