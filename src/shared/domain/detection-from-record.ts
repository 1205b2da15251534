import { DETECTION, SELLER } from '#shared/constants.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { CATEGORIES, type Category } from './category.ts'
import { isShoppingResultShown } from './completeness.ts'
import { detectionName } from './record-from-detection.ts'

/** For a record without a box: the middle of the photo. */
const MIDDLE = { x: 125, y: 125, width: 150, height: 150 }

const given = <T>(value: T | null): T | undefined => value ?? undefined

const categoryOf = ({ category }: ProductRecord): Category =>
  CATEGORIES.find((known) => known === category) ?? 'other'

const offerOf = (record: ProductRecord) => ({
  price: given(record.price),
  seller: given(record.seller),
  productLink: given(record.product_link),
  rating: given(record.rating),
  reviews: given(record.reviews),
  thumbnail: given(record.thumbnail),
  imageUrl: given(record.image_url),
})

const productOf = (record: ProductRecord): ScanProduct[] => {
  const offer = offerOf(record)
  if (!isShoppingResultShown({ ...offer, title: record.title })) return []
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
const fromRecordAlone = (record: ProductRecord): ScanDetection => {
  const isManual = record.type === 'my_product'
  const products = productOf(record)
  return {
    id: record.id,
    label: isManual ? '' : record.title,
    title: isManual || products.length > 0 ? record.title : undefined,
    confidence: record.confidence_score ?? DETECTION.defaultConfidence,
    bbox: record.bbox ?? MIDDLE,
    category: categoryOf(record),
    source: isManual ? 'manual_detection' : 'google_lens',
    ...offerOf(record),
    products: isManual ? [] : products,
    isManual,
    isEditable: true,
    isResizable: isManual,
  }
}

/** A stored detection as the finder shows it. What the user changed elsewhere wins over the result. */
export const detectionFromRecord = (
  record: ProductRecord,
  result: ScanDetection | null,
): ScanDetection => {
  if (!result) return fromRecordAlone(record)
  const isRenamed = record.title !== detectionName(result)
  return {
    ...result,
    title: isRenamed ? record.title : result.title,
    price: given(record.price),
    productLink: given(record.product_link),
    thumbnail: given(record.thumbnail),
    imageUrl: given(record.image_url),
    category: categoryOf(record),
  }
}
