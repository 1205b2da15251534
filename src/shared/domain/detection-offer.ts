import { DETECTION_SEARCH } from '#shared/constants.ts'
import { isDigitalItem, isShoppingResultShown } from './completeness.ts'
import type { Detection, DetectionProduct } from './detection.ts'
import { hasAsterisk } from './price.ts'
import { distinctProducts, productsToShow, withPlainPrice } from './ranking.ts'

/** What a card shows of its best product. */
const OFFER_FIELDS = [
  'title',
  'originalTitle',
  'price',
  'seller',
  'productLink',
  'rating',
  'reviews',
  'thumbnail',
  'imageUrl',
  'description',
  'brand',
] as const

type Described = Partial<Pick<Detection, (typeof OFFER_FIELDS)[number]>>
type Offered = DetectionProduct & Pick<Described, 'imageUrl' | 'description' | 'brand'>

const offerOf = (best: Offered | undefined): Described =>
  Object.fromEntries(OFFER_FIELDS.map((field) => [field, best?.[field]]))

/** The detection with the data of its best product, which its card shows. */
export const withProducts = <Found extends Described, Product extends Offered>(
  detection: Found,
  products: readonly Product[],
): Found & { products: Product[] } => ({
  ...detection,
  ...offerOf(products[0]),
  products: [...products],
})

/**
 * Results for one detection, at most 10: visual matches by certainty, then text matches ranked by §9.
 * Digital items and incomplete results are dropped.
 */
export const mergedProducts = <Product extends Offered>(
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
