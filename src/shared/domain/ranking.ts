import { DETECTION_SEARCH } from '#shared/constants.ts'
import { type ProductFacts, completenessScore, isShoppingResultShown } from './completeness.ts'
import { hasAsterisk, withoutAsterisk } from './price.ts'
import { recordedSeller } from './seller.ts'

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The share of the label's words that the title has, 0 to 1. */
export const titleMatch = (title: string | null | undefined, label: string): number => {
  const wanted = new Set(wordsOf(label))
  if (wanted.size === 0) return 0
  const found = new Set(wordsOf(title ?? ''))
  return [...wanted].filter((word) => found.has(word)).length / wanted.size
}

/** §9: two results are the same product by name plus seller; spelling apart. */
const identity = (product: ProductFacts): string =>
  JSON.stringify([
    wordsOf(product.originalTitle ?? product.title ?? ''),
    recordedSeller(product).toLowerCase(),
  ])

/** Without those that repeat an earlier one. */
export const distinctProducts = <Product extends ProductFacts>(
  products: readonly Product[],
): Product[] => {
  const distinct = new Map<string, Product>()
  for (const product of products) {
    const key = identity(product)
    if (!distinct.has(key)) distinct.set(key, product)
  }
  return [...distinct.values()]
}

/** Negative when `a` goes first. An asterisk price goes after all others, however complete. */
const compare = (a: ProductFacts, b: ProductFacts, label: string): number =>
  Number(hasAsterisk(a.price)) - Number(hasAsterisk(b.price)) ||
  completenessScore(b) - completenessScore(a) ||
  titleMatch(b.title, label) - titleMatch(a.title, label)

export const withPlainPrice = <Product extends ProductFacts>(product: Product): Product =>
  product.price ? { ...product, price: withoutAsterisk(product.price) } : product

/**
 * §9: de-duplicated by name plus seller, the better of two staying, and ranked by completeness
 * score, then by title match with the label. The asterisks are stripped once they have been used.
 */
export const rankProducts = <Product extends ProductFacts>(
  products: readonly Product[],
  label: string,
): Product[] =>
  distinctProducts(products.toSorted((a, b) => compare(a, b, label))).map(withPlainPrice)

/** §9: what a detection shows of the results of its search terms: merged, fit to show, at most 10. */
export const productsToShow = <Product extends ProductFacts>(
  resultsPerTerm: readonly (readonly Product[])[],
  label: string,
): Product[] => {
  const merged = resultsPerTerm
    .slice(0, DETECTION_SEARCH.terms)
    .flatMap((results) => results.filter(isShoppingResultShown))
  return rankProducts(merged, label).slice(0, DETECTION_SEARCH.shown)
}
