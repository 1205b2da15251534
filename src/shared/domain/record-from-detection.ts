import { DETECTION } from '#shared/constants.ts'
import type { Box } from './box.ts'
import type { Category } from './category.ts'
import type { Detection } from './detection.ts'
import type { DetectionRecord, StoredDetection } from './detection-record.ts'
import { isKnown } from './known-text.ts'
import { parsePrice } from './price.ts'
import { recordedSeller } from './seller.ts'

/** Between a detection and its stored record, both ways; apart from their schemas, which no browser needs. */

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
