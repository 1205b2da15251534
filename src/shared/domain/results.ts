import { DETECTION_SEARCH } from '#shared/finder-constants.ts'
import { listSingulars, splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import {
  computeCompleteness,
  isDigitalItem,
  isShoppingResultShown,
  computeLensConfidence,
  type ResultFacts,
} from './detection-rules.ts'
import { hasAsterisk, removeAsterisk } from './price.ts'
import { parseSeller, chooseStoredSeller } from './seller.ts'

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
  /** How well its title matches the label, 0 to 1, as the server understands both. */
  labelMatch?: number | undefined
  /** Absent for a result found by appearance: its position in the list says how confident it is. */
  confidence?: number | undefined
}
export type Result = (FinderResult | CatalogResult) & ResultRating

type Facts = ResultFacts & { isSameItem: boolean; isWeak: boolean }

const toFacts = (result: Result): Facts =>
  'website' in result
    ? {
        title: result.name,
        price: result.price,
        productLink: result.website,
        seller: parseSeller(result.website),
        isSameItem: result.certainty === 'same item',
        isWeak: result.certainty === null,
      }
    : {
        ...result,
        isSameItem: result.sureness === 'same item',
        isWeak: result.sureness === 'closest we have',
      }

/** The share of the label's words in the title, 0 to 1, for products without a `labelMatch`. */
const rateTitleMatch = (title: string, label: string): number => {
  const labelWords = new Set(splitIntoWords(label))
  if (labelWords.size === 0) return 0
  const words = new Set(splitIntoWords(title).flatMap(listSingulars))
  const isInTitle = (word: string) => listSingulars(word).some((form) => words.has(form))
  return [...labelWords].filter(isInTitle).length / labelWords.size
}

/** Products that are merely the closest come after those found by words. */
const WEAK_SHARE = 0.5

/** The same item is certain; otherwise a result found by appearance is a lens match at its position. */
const computeConfidence = ({ isSameItem, isWeak }: Facts, position: number): number => {
  if (isSameItem) return 1
  return computeLensConfidence(position) * (isWeak ? WEAK_SHARE : 1)
}

/** Whether a product may be in a list at all: title, price and http link, and nothing digital. */
export const isCompleteOffer = (result: Result): boolean => {
  const facts = toFacts(result)
  return isShoppingResultShown(facts) && !isDigitalItem(facts.originalTitle ?? facts.title)
}

const rankResult = <Listed extends Result>(result: Listed, label: string, position: number) => {
  const facts = toFacts(result)
  const title = facts.originalTitle ?? facts.title ?? ''
  const words = splitIntoWords(title)
  return {
    result,
    /** Results with the same name and seller are the same product. */
    identity: JSON.stringify([
      words.length > 0 ? words : title,
      chooseStoredSeller(facts).toLowerCase(),
    ]),
    isUncertain: hasAsterisk(facts.price) || result.isPriceUncertain === true,
    completeness: computeCompleteness(facts),
    // A result for the same item matches the label fully, whatever its shop calls it.
    match: facts.isSameItem ? 1 : (result.labelMatch ?? rateTitleMatch(title, label)),
    confidence: result.confidence ?? computeConfidence(facts, position),
  }
}
type RankedResult<Listed extends Result> = ReturnType<typeof rankResult<Listed>>

const compareFacts = (a: RankedResult<Result>, b: RankedResult<Result>): number =>
  Number(a.isUncertain) - Number(b.isUncertain) ||
  b.completeness - a.completeness ||
  b.match - a.match

const compareRanks = (a: RankedResult<Result>, b: RankedResult<Result>): number =>
  compareFacts(a, b) || b.confidence - a.confidence

/** The better of two results of one product, at the position of the more confident. */
const mergeResults = <Listed extends Result>(
  first: RankedResult<Listed> | undefined,
  second: RankedResult<Listed>,
): RankedResult<Listed> => {
  if (!first) return second
  const confidence = Math.max(first.confidence, second.confidence)
  return { ...(compareFacts(first, second) > 0 ? second : first), confidence }
}

/** The result still ranks after others. */
const stripAsterisk = <Listed extends Result>(result: Listed): Listed => ({
  ...result,
  price: removeAsterisk(result.price ?? ''),
  isPriceUncertain: true,
})

type Listing = {
  /** What the results are for: the name of an object, or the words of a search. */
  label: string
  /** Ten until the visitor asks for more. */
  limit?: number
}

/**
 * The one list of results: what may be shown, ranked by completeness, then by title match with the
 * label, then by confidence, and each product of a seller once. Results that are equal in this keep the
 * order in which they are given, which is that of their likeness or of the search.
 */
export const listResults = <Listed extends Result>(
  results: readonly Listed[],
  { label, limit = DETECTION_SEARCH.maxResults }: Listing,
): Listed[] => {
  const distinct = new Map<string, RankedResult<Listed>>()
  for (const [position, result] of results.filter(isCompleteOffer).entries()) {
    const ranked = rankResult(result, label, position)
    distinct.set(ranked.identity, mergeResults(distinct.get(ranked.identity), ranked))
  }
  return [...distinct.values()]
    .toSorted(compareRanks)
    .slice(0, limit)
    .map(({ result, isUncertain }) => (isUncertain ? stripAsterisk(result) : result))
}
