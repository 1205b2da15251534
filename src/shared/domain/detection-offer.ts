import { DETECTION_SEARCH } from '#shared/constants.ts'
import { isDigitalItem, isShoppingResultShown } from './completeness.ts'
import type { DetectionProduct } from './detection.ts'
import { hasAsterisk } from './price.ts'
import { distinctProducts, productsToShow, withPlainPrice } from './ranking.ts'

interface Offered extends DetectionProduct {
  description?: string | undefined
  imageUrl?: string | undefined
  brand?: string | undefined
}

interface Described {
  title?: string | undefined
  originalTitle?: string | undefined
  price?: string | undefined
  seller?: string | undefined
  productLink?: string | undefined
  rating?: number | undefined
  reviews?: number | undefined
  thumbnail?: string | undefined
  imageUrl?: string | undefined
  description?: string | undefined
  brand?: string | undefined
}

const offerOf = (best: Offered | undefined): Described => ({
  title: best?.title,
  originalTitle: best?.originalTitle,
  price: best?.price,
  seller: best?.seller,
  productLink: best?.productLink,
  rating: best?.rating,
  reviews: best?.reviews,
  thumbnail: best?.thumbnail,
  imageUrl: best?.imageUrl,
  description: best?.description,
  brand: best?.brand,
})

/** The detection with the data of its best product, which its card shows. */
export const withProducts = <Detection extends Described, Product extends Offered>(
  detection: Detection,
  products: readonly Product[],
): Detection & { products: Product[] } => ({
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
