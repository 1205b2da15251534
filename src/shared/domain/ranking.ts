import { DETECTION_SEARCH } from '#shared/constants.ts'
import { type ProductFacts, completenessScore, isShoppingResultShown } from './completeness.ts'
import { hasAsterisk, withoutAsterisk } from './price.ts'
import { recordedSeller } from './seller.ts'

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The share of the label's words in the title, 0 to 1. */
export const titleMatch = (title: string | null | undefined, label: string): number => {
  const wanted = new Set(wordsOf(label))
  if (wanted.size === 0) return 0
  const found = new Set(wordsOf(title ?? ''))
  return [...wanted].filter((word) => found.has(word)).length / wanted.size
}

/** §9: results with the same name and seller are the same product. */
const identity = (product: ProductFacts): string =>
  JSON.stringify([
    wordsOf(product.originalTitle ?? product.title ?? ''),
    recordedSeller(product).toLowerCase(),
  ])

/** Drops repetitions of earlier results. */
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

/** Negative if `a` comes first. Asterisk prices come after all others. */
const compare = (a: ProductFacts, b: ProductFacts, label: string): number =>
  Number(hasAsterisk(a.price)) - Number(hasAsterisk(b.price)) ||
  completenessScore(b) - completenessScore(a) ||
  titleMatch(b.title, label) - titleMatch(a.title, label)

export const withPlainPrice = <Product extends ProductFacts>(product: Product): Product =>
  product.price ? { ...product, price: withoutAsterisk(product.price) } : product

/**
 * §9: de-duplicated by name plus seller, keeping the better one, and ranked by completeness score, then
 * by title match with the label. Asterisks are stripped after ranking.
 */
export const rankProducts = <Product extends ProductFacts>(
  products: readonly Product[],
  label: string,
): Product[] =>
  distinctProducts(products.toSorted((a, b) => compare(a, b, label))).map(withPlainPrice)

/** §9: the results of a detection's search terms: merged, complete, at most 10. */
export const productsToShow = <Product extends ProductFacts>(
  resultsPerTerm: readonly (readonly Product[])[],
  label: string,
): Product[] => {
  const merged = resultsPerTerm
    .slice(0, DETECTION_SEARCH.terms)
    .flatMap((results) => results.filter(isShoppingResultShown))
  return rankProducts(merged, label).slice(0, DETECTION_SEARCH.shown)
}
