import { DETECTION } from '#shared/constants.ts'
import type { Detection } from './detection.ts'
import type { StoredDetection } from './detection-record.ts'
import { isKnown } from './known-text.ts'
import { parsePrice } from './price.ts'
import { recordedSeller } from './seller.ts'

/** Separate from the record's schema, which browsers do not need. */

interface Saving {
  originalImageUrl?: string
  isLiked?: boolean
}

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
  // The product's confidence if its source gives one, otherwise the detector's.
  confidence: detection.products[0]?.confidence ?? detection.confidence,
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
