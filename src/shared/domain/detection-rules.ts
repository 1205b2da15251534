import { DETECTION, DETECTION_SEARCH } from '#shared/constants.ts'
import { DETECTION_PROBLEMS } from '#shared/finder-messages.ts'
import {
  completenessScore,
  isDigitalItem,
  isShoppingResultShown,
  type ProductFacts,
} from './completeness.ts'
import type { Detection, DetectionProduct } from './detection.ts'
import { isKnown } from './known-text.ts'
import { hasAsterisk } from './price.ts'
import { isHttpLink } from './product-link.ts'
import { distinctProducts, productsToShow, withPlainPrice } from './ranking.ts'

/** The part of the photo that represents a detection and is used to search for it. */
export const bestView = ({ bbox, bestSeen }: Pick<Detection, 'bbox' | 'bestSeen'>) =>
  bestSeen ?? bbox

/** 0.9 minus 0.05 times position; a far position cannot make it negative. */
export const lensConfidence = (position: number): number =>
  Math.max(0, DETECTION.lensConfidenceFirst - DETECTION.lensConfidenceStep * position)

/** 0.8 to 1.0, higher with more product data. */
export const shoppingConfidence = (product: ProductFacts): number => {
  const range = DETECTION.shoppingConfidenceMax - DETECTION.shoppingConfidenceMin
  const share = completenessScore(product) / DETECTION_SEARCH.maxCompletenessScore
  return DETECTION.shoppingConfidenceMin + range * share
}

/** What keeps a detection from becoming a favorite, or null. */
export const favoriteProblem = ({
  isManual,
  title,
  price,
  productLink,
}: Pick<Detection, 'isManual' | 'title' | 'price' | 'productLink'>): string | null => {
  if (!isManual) return null
  const isSavable = isKnown(title) && isKnown(price) && isHttpLink(productLink)
  return isSavable ? null : DETECTION_PROBLEMS.manualNotComplete
}

interface EditedFields {
  title: string
  price: string
  productLink: string
}

/** What keeps an edited manual detection from being saved, or null. */
export const manualSaveProblem = ({ title, price, productLink }: EditedFields): string | null => {
  const isBlank = [title, price, productLink].some((field) => field.trim() === '')
  if (isBlank) return DETECTION_PROBLEMS.requiredFields
  return isHttpLink(productLink.trim()) ? null : DETECTION_PROBLEMS.invalidLink
}

/** What a card shows of its best product. */
const OFFER_FIELDS = [
  'title',
  'originalTitle',
  'price',
  'extractedPrice',
  'seller',
  'productLink',
  'rating',
  'reviews',
  'thumbnail',
  'thumbnailVideo',
  'imageUrl',
  'delivery',
  'durability',
  'offers',
  'extractedOffers',
  'offersLink',
  'stockInfo',
  'brand',
  'model',
  'description',
] as const

type Described = Partial<Pick<Detection, (typeof OFFER_FIELDS)[number]>>

const offerOf = (best: DetectionProduct | undefined): Described =>
  Object.fromEntries(OFFER_FIELDS.map((field) => [field, best?.[field]]))

/** The detection with the data of its best product, which its card shows. */
export const withProducts = <Found extends Described, Product extends DetectionProduct>(
  detection: Found,
  products: readonly Product[],
): Found & { products: Product[] } => ({
  ...detection,
  ...offerOf(products[0]),
  products: [...products],
})

/**
 * Results for one detection, at most 10: visual matches by certainty, then text matches ranked.
 * Digital items and incomplete results are dropped.
 */
export const mergedProducts = <Product extends DetectionProduct>(
  byLooks: readonly Product[],
  byTerms: readonly (readonly Product[])[],
  label: string,
): Product[] => {
  const shown = byLooks
    .filter(isShoppingResultShown)
    .toSorted((a, b) => Number(hasAsterisk(a.price)) - Number(hasAsterisk(b.price)))
    .map(withPlainPrice)
  return distinctProducts([...shown, ...productsToShow(byTerms, label)])
    .filter(({ title, originalTitle }) => !isDigitalItem(originalTitle ?? title))
    .slice(0, DETECTION_SEARCH.shown)
}
