import { DETECTION } from '#shared/finder-constants.ts'
import { SELLER } from './seller.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { createStaggeredBox } from './box.ts'
import { CATEGORIES, type Category } from './category.ts'
import { isCompleteOffer } from './results.ts'
import type { Detection, StoredDetection } from './detection.ts'
import { isPriceEdited } from './detection-rules.ts'
import { isKnown } from './text.ts'
import { parsePrice } from './price.ts'
import { addCurrency } from './typed-price.ts'
import { chooseStoredSeller } from './seller.ts'

interface SaveContext {
  originalImageUrl?: string
  isLiked?: boolean
}

export const getDetectionName = ({ title, label }: Pick<Detection, 'title' | 'label'>): string =>
  [title, label].find(isKnown)?.trim() ?? DETECTION.defaultName

export const toStoredDetection = (
  detection: Detection,
  { originalImageUrl, isLiked }: SaveContext = {},
): StoredDetection => ({
  name: getDetectionName(detection),
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
  seller: chooseStoredSeller(detection),
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

const nullToUndefined = <T>(value: T | null): T | undefined => value ?? undefined

const readCategory = ({ category }: ProductRecord): Category =>
  CATEGORIES.find((candidate) => candidate === category) ?? 'other'

/** In the finder, a price has no currency but that in its text. */
const readPrice = ({ price, currency }: ProductRecord): string | undefined =>
  price === null ? undefined : addCurrency(price, currency)

const readOffer = (record: ProductRecord) => ({
  price: readPrice(record),
  seller: nullToUndefined(record.seller),
  productLink: nullToUndefined(record.product_link),
  rating: nullToUndefined(record.rating),
  reviews: nullToUndefined(record.reviews),
  thumbnail: nullToUndefined(record.thumbnail),
  thumbnailVideo: nullToUndefined(record.thumbnail_video),
  imageUrl: nullToUndefined(record.image_url),
  delivery: nullToUndefined(record.delivery),
  durability: nullToUndefined(record.durability),
  offersLink: nullToUndefined(record.offers_link),
})

const readSource = ({ type, source }: ProductRecord): Detection['source'] => {
  if (type === 'my_product') return 'manual_detection'
  return source === 'google_shopping' ? source : 'google_lens'
}

const readProducts = (record: ProductRecord): ScanProduct[] => {
  const offer = readOffer(record)
  if (!isCompleteOffer({ ...offer, title: record.title })) return []
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
const restoreDetection = (record: ProductRecord, index: number): ScanDetection => {
  const isManual = record.type === 'my_product'
  const products = readProducts(record)
  return {
    id: record.id,
    label: isManual ? '' : record.title,
    title: isManual || products.length > 0 ? record.title : undefined,
    confidence: record.confidence_score ?? DETECTION.defaultConfidence,
    bbox: record.bbox ?? createStaggeredBox(index),
    category: readCategory(record),
    source: readSource(record),
    ...readOffer(record),
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
export const toDetection = (
  record: ProductRecord,
  result: ScanDetection | null,
  index: number,
): ScanDetection => {
  if (!result) return restoreDetection(record, index)
  const isRenamed = record.title !== getDetectionName(result)
  return {
    ...result,
    title: isRenamed ? record.title : result.title,
    price: readPrice(record),
    productLink: nullToUndefined(record.product_link),
    thumbnail: nullToUndefined(record.thumbnail),
    imageUrl: nullToUndefined(record.image_url),
    category: readCategory(record),
  }
}
