import { DETECTION, SELLER } from '#shared/constants.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { staggeredBox } from './box.ts'
import { CATEGORIES, type Category } from './category.ts'
import { isListable } from './results.ts'
import type { Detection, StoredDetection } from './detection.ts'
import { isPriceEdited } from './detection-rules.ts'
import { isKnown } from './text.ts'
import { parsePrice, priceInCurrency } from './price.ts'
import { storedSeller } from './seller.ts'

interface SaveContext {
  originalImageUrl?: string
  isLiked?: boolean
}

export const detectionName = ({ title, label }: Pick<Detection, 'title' | 'label'>): string =>
  [title, label].find(isKnown)?.trim() ?? DETECTION.defaultName

export const recordFromDetection = (
  detection: Detection,
  { originalImageUrl, isLiked }: SaveContext = {},
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
  seller: storedSeller(detection),
  product_link: detection.productLink,
  rating: detection.rating,
  reviews: detection.reviews,
  offers_link: detection.offersLink,
  delivery: detection.delivery,
  durability: detection.durability,
  thumbnail_video: detection.thumbnailVideo,
  source: detection.source,
  is_liked: isLiked,
  is_price_edited: isPriceEdited(detection) || undefined,
  original_image_url: originalImageUrl,
})

const orUndefined = <T>(value: T | null): T | undefined => value ?? undefined

const categoryOf = ({ category }: ProductRecord): Category =>
  CATEGORIES.find((candidate) => candidate === category) ?? 'other'

/** In the finder, a price has no currency but that in its text. */
const priceOf = ({ price, currency }: ProductRecord): string | undefined =>
  price === null ? undefined : priceInCurrency(price, currency)

const offerOf = (record: ProductRecord) => ({
  price: priceOf(record),
  seller: orUndefined(record.seller),
  productLink: orUndefined(record.product_link),
  rating: orUndefined(record.rating),
  reviews: orUndefined(record.reviews),
  thumbnail: orUndefined(record.thumbnail),
  thumbnailVideo: orUndefined(record.thumbnail_video),
  imageUrl: orUndefined(record.image_url),
  delivery: orUndefined(record.delivery),
  durability: orUndefined(record.durability),
  offersLink: orUndefined(record.offers_link),
})

const sourceOf = ({ type, source }: ProductRecord): Detection['source'] => {
  if (type === 'my_product') return 'manual_detection'
  return source === 'google_shopping' ? source : 'google_lens'
}

const productOf = (record: ProductRecord): ScanProduct[] => {
  const offer = offerOf(record)
  if (!isListable({ ...offer, title: record.title })) return []
  const { title, detection_id, id } = record
  return [
    {
      id: detection_id ?? id,
      title,
      ...offer,
      source: offer.seller ?? SELLER.shop,
      sureness: record.type === 'my_product' ? 'added by you' : 'similar',
    },
  ]
}

/** A detection stored by another client, or before results were stored: the record is all there is. */
const fromRecordAlone = (record: ProductRecord, index: number): ScanDetection => {
  const isManual = record.type === 'my_product'
  const products = productOf(record)
  return {
    id: record.id,
    label: isManual ? '' : record.title,
    title: isManual || products.length > 0 ? record.title : undefined,
    confidence: record.confidence_score ?? DETECTION.defaultConfidence,
    bbox: record.bbox ?? staggeredBox(index),
    category: categoryOf(record),
    source: sourceOf(record),
    ...offerOf(record),
    products: isManual ? [] : products,
    isManual,
    isEditable: true,
    isResizable: isManual,
  }
}

/**
 * A stored detection as the finder shows it, the `index`th of its photo. What the user changed elsewhere
 * wins over the result.
 */
export const detectionFromRecord = (
  record: ProductRecord,
  result: ScanDetection | null,
  index: number,
): ScanDetection => {
  if (!result) return fromRecordAlone(record, index)
  const isRenamed = record.title !== detectionName(result)
  return {
    ...result,
    title: isRenamed ? record.title : result.title,
    price: priceOf(record),
    productLink: orUndefined(record.product_link),
    thumbnail: orUndefined(record.thumbnail),
    imageUrl: orUndefined(record.image_url),
    category: categoryOf(record),
  }
}
