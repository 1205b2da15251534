import { DETECTION, DETECTION_SEARCH } from '#shared/finder-constants.ts'
import { DETECTION_PROBLEMS } from '#shared/finder-messages.ts'
import type { Detection, DetectionProduct } from './detection.ts'
import { isHttpLink } from './links.ts'
import { toKnownSeller } from './seller.ts'
import { isKnown } from './text.ts'

/** A title with one of these, in any case, is a digital item. */
export const DIGITAL_ITEM_WORDS = [
  'digital download',
  'no physical product',
  'png',
  'jpeg',
  'clipart',
  'printable',
  'svg',
  'vector',
  'template',
  'pattern',
] as const

/** The part of the photo that represents a detection and is used to search for it. */
export const getBestViewBox = ({ bbox, bestSeen }: Pick<Detection, 'bbox' | 'bestSeen'>) =>
  bestSeen ?? bbox

/** 0.9 minus 0.05 times position; a far position cannot make it negative. */
export const computeLensConfidence = (position: number): number =>
  Math.max(0, DETECTION.lensConfidenceFirst - DETECTION.lensConfidenceStep * position)

/** 0.8 to 1.0, higher with more product data. */
export const computeShoppingConfidence = (product: ResultFacts): number => {
  const range = DETECTION.shoppingConfidenceMax - DETECTION.shoppingConfidenceMin
  const share = computeCompleteness(product) / DETECTION_SEARCH.maxCompletenessScore
  return DETECTION.shoppingConfidenceMin + range * share
}

/** What keeps a detection from becoming a favorite, or null. */
export const findFavoriteProblem = ({
  isManual,
  title,
  price,
  productLink,
}: Pick<Detection, 'isManual' | 'title' | 'price' | 'productLink'>): string | null => {
  if (!isManual) return null
  const isSavable = isKnown(title) && isKnown(price) && isHttpLink(productLink)
  return isSavable ? null : DETECTION_PROBLEMS.manualNotComplete
}

/** A shop's product whose price the user has changed. */
export const isPriceEdited = ({
  isManual,
  price,
  products,
}: Pick<Detection, 'isManual' | 'price' | 'products'>): boolean =>
  !isManual && products[0] !== undefined && price !== products[0].price

interface EditedFields {
  title: string
  price: string
  productLink: string
}

/** What keeps an edited manual detection from being saved, or null. */
export const findManualSaveProblem = ({
  title,
  price,
  productLink,
}: EditedFields): string | null => {
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

type OfferFields = Partial<Pick<Detection, (typeof OFFER_FIELDS)[number]>>

type OfferedProduct = DetectionProduct & { id?: string }

const toOfferFields = (best: OfferedProduct | undefined): OfferFields =>
  Object.fromEntries(OFFER_FIELDS.map((field) => [field, best?.[field]]))

/** The search that found the best product; a box that a user drew keeps its source. */
const chooseSource = (
  source: Detection['source'],
  best: OfferedProduct | undefined,
): Detection['source'] => {
  if (source === 'manual_detection') return source
  return best?.id?.startsWith(DETECTION.shoppingIdPrefix) ? 'google_shopping' : 'google_lens'
}

/** The detection with the data of its best product, which its card shows. */
export const addProducts = <
  Searched extends OfferFields & Pick<Detection, 'source'>,
  Product extends OfferedProduct,
>(
  detection: Searched,
  products: readonly Product[],
): Searched & { products: Product[] } => ({
  ...detection,
  ...toOfferFields(products[0]),
  source: chooseSource(detection.source, products[0]),
  products: [...products],
})

type Text = string | null | undefined

export interface ResultFacts {
  title?: Text
  originalTitle?: Text
  price?: Text
  productLink?: Text
  seller?: Text
}

interface DetectionFacts extends ResultFacts {
  isManual?: boolean | undefined
  source?: string | undefined
  products?: readonly unknown[] | undefined
}

const hasAllFacts = ({ title, price, productLink }: ResultFacts): boolean =>
  isKnown(title) && isKnown(price) && isKnown(productLink)

/** Titles of digital items. */
export const isDigitalItem = (title: Text): boolean => {
  const lowerTitle = title?.toLowerCase() ?? ''
  return DIGITAL_ITEM_WORDS.some((word) => lowerTitle.includes(word))
}

/** A card is listed only if it is manual, or has title, price and link and is not digital. */
export const isCardListed = (detection: DetectionFacts): boolean =>
  detection.isManual === true ||
  (hasAllFacts(detection) && !isDigitalItem(detection.originalTitle ?? detection.title))

/** Completeness for price and link display, by source. */
export const isComplete = (detection: DetectionFacts): boolean => {
  const { title, price, productLink, products = [] } = detection
  switch (detection.isManual === true ? 'manual_detection' : detection.source) {
    case 'manual_detection':
      return hasAllFacts(detection)
    case 'google_lens':
      return isKnown(title) && isKnown(productLink)
    case 'google_shopping':
      return isKnown(title)
    default:
      return isKnown(title) || isKnown(price) || isKnown(productLink) || products.length > 0
  }
}

/** A lens candidate is kept only if it has title, price and link. */
export const isLensCandidateKept = hasAllFacts

/** Shopping results shown have a title, a price and a link starting with http. */
export const isShoppingResultShown = ({ title, price, productLink }: ResultFacts): boolean =>
  isKnown(title) && isKnown(price) && isHttpLink(productLink)

/** One point each for title, price and known seller, 0 to 3. */
export const computeCompleteness = ({ title, price, seller }: ResultFacts): number =>
  [isKnown(title), isKnown(price), toKnownSeller(seller) !== null].filter(Boolean).length
