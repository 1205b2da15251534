import { DETECTION_SEARCH } from '#shared/constants.ts'
import {
  completenessScore,
  isDigitalItem,
  isShoppingResultShown,
  type ResultFacts,
} from './detection-rules.ts'
import { hasAsterisk, withoutAsterisk } from './price.ts'
import { sellerFromLink, storedSeller } from './seller.ts'

/** A product as the finder or a shop gives it. */
type FinderResult = ResultFacts & { sureness?: string | undefined }
/** A product as the catalogue gives it. */
type CatalogResult = {
  name: string
  price: string
  website: string
  certainty?: string | null | undefined
}
type ResultRating = {
  /** The price had an asterisk, which has been stripped; the result still ranks after others. */
  isPriceUncertain?: boolean | undefined
  /** How well it matches the label, 0 to 1, as the server understands both. */
  labelMatch?: number | undefined
}
export type Result = (FinderResult | CatalogResult) & ResultRating

type Facts = ResultFacts & { isSameItem: boolean }

const factsOf = (result: Result): Facts =>
  'website' in result
    ? {
        title: result.name,
        price: result.price,
        productLink: result.website,
        seller: sellerFromLink(result.website),
        isSameItem: result.certainty === 'same item',
      }
    : { ...result, isSameItem: result.sureness === 'same item' }

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The share of the label's words in the title, 0 to 1, for products without a `labelMatch`. */
export const titleMatch = (title: string | null | undefined, label: string): number => {
  const labelWords = new Set(wordsOf(label))
  if (labelWords.size === 0) return 0
  const words = new Set(wordsOf(title ?? ''))
  return [...labelWords].filter((word) => words.has(word)).length / labelWords.size
}

/** Whether a product may be in a list at all: title, price and http link, and nothing digital. */
export const isListable = (result: Result): boolean => {
  const facts = factsOf(result)
  return isShoppingResultShown(facts) && !isDigitalItem(facts.originalTitle ?? facts.title)
}

const rankOf = <Listed extends Result>(result: Listed, label: string) => {
  const facts = factsOf(result)
  return {
    result,
    /** Results with the same name and seller are the same product. */
    identity: JSON.stringify([
      wordsOf(facts.originalTitle ?? facts.title ?? ''),
      storedSeller(facts).toLowerCase(),
    ]),
    isUncertain: hasAsterisk(facts.price) || result.isPriceUncertain === true,
    completeness: completenessScore(facts),
    // The same item matches the label, whatever its shop calls it.
    match: facts.isSameItem
      ? 1
      : (result.labelMatch ?? titleMatch(facts.originalTitle ?? facts.title, label)),
  }
}
type RankedResult = ReturnType<typeof rankOf<Result>>

const byRank = (a: RankedResult, b: RankedResult): number =>
  Number(a.isUncertain) - Number(b.isUncertain) ||
  b.completeness - a.completeness ||
  b.match - a.match

type Listing = {
  /** What the results are for: the name of an object, or the words of a search. */
  label: string
  /** Ten until the visitor asks for more. */
  limit?: number
}

/**
 * The one list of results: what may be shown, ranked by completeness, then by title match with the
 * label, and each product of a seller once. Results that are equal in this keep the order in which they
 * are given, which is that of their likeness or of the search.
 */
export const listResults = <Listed extends Result>(
  results: readonly Listed[],
  { label, limit = DETECTION_SEARCH.maxResults }: Listing,
): Listed[] => {
  const distinct = new Map<string, Listed>()
  for (const { identity, isUncertain, result } of results
    .filter(isListable)
    .map((result) => rankOf(result, label))
    .toSorted(byRank)) {
    if (distinct.size >= limit) break
    if (distinct.has(identity)) continue
    const price = withoutAsterisk(result.price ?? '')
    distinct.set(identity, isUncertain ? { ...result, price, isPriceUncertain: true } : result)
  }
  return [...distinct.values()]
}
