import { DIGITAL_ITEM_WORDS } from '#shared/constants.ts'
import { isKnown } from './text.ts'
import { isHttpLink } from './product-link.ts'
import { knownSeller } from './seller.ts'

type Text = string | null | undefined

export interface ProductFacts {
  title?: Text
  originalTitle?: Text
  price?: Text
  productLink?: Text
  seller?: Text
}

export interface DetectionFacts extends ProductFacts {
  isManual?: boolean | undefined
  source?: string | undefined
  products?: readonly unknown[] | undefined
}

const hasAllFacts = ({ title, price, productLink }: ProductFacts): boolean =>
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
export const isShoppingResultShown = ({ title, price, productLink }: ProductFacts): boolean =>
  isKnown(title) && isKnown(price) && isHttpLink(productLink)

/** One point each for title, price and known seller, 0 to 3. */
export const completenessScore = ({ title, price, seller }: ProductFacts): number =>
  [isKnown(title), isKnown(price), knownSeller(seller) !== null].filter(Boolean).length
