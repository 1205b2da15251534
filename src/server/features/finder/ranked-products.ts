import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { byPrice, type Comparable, type Rates } from '#shared/domain/money.ts'
import { parsePrice } from '#shared/domain/price.ts'
import type { Certainty, CertaintyThresholds } from '#shared/domain/similarity.ts'
import { matchCertainty, sureMatches } from '#server/vision/matches.ts'
import type { VectorMatch } from '#server/vision/vectors/vector-search.ts'

/** Another product, and whether it is the same kind of thing. */
export type Other = VectorMatch & { isSameKind: boolean }

export type Ranked = VectorMatch & { certainty: Certainty | null }

/** What is similar, then what is of the same kind although it is less alike. */
export const rankLikeness = (
  others: readonly Other[],
  thresholds: CertaintyThresholds,
): Ranked[] => {
  const sure = sureMatches(others, thresholds)
  const known = new Set(sure.map(({ productKey }) => productKey))
  const rest = others.filter(({ productKey, isSameKind }) => isSameKind && !known.has(productKey))
  return [
    ...sure,
    ...rest.map(({ productKey, similarity }) => ({ productKey, similarity, certainty: null })),
  ]
}

const NO_PRICE: Comparable = { amount: null, currency: null }

export const priceOf = ({ price }: Pick<CatalogProduct, 'price'>): Comparable =>
  parsePrice(price) ?? NO_PRICE

/** Finer differences cannot be seen, and may depend on the processor. */
const likeness = ({ similarity }: RankedProduct) => Math.round(similarity * 100)

/** Among those that look equally alike the cheaper one comes first, whatever its currency. */
export const byLikenessThenPrice = (
  products: readonly RankedProduct[],
  rates: Rates,
): RankedProduct[] => {
  const cheapestFirst = byPrice(rates)
  return products.toSorted(
    (a, b) =>
      Number(a.certainty === null) - Number(b.certainty === null) ||
      likeness(b) - likeness(a) ||
      cheapestFirst(priceOf(a), priceOf(b)),
  )
}

/** A product compared with an object; `id` is null for one that the user added. */
export type Candidate = Other & { id: string | null; euros: number | null; isDrawn: boolean }

/**
 * How much more alike a drawing has to be than a photo of a real product (decision 103). With 0.05, a
 * photo comes first for 0.74 instead of 0.56 of the objects of street photos.
 */
const DRAWING_HANDICAP = 0.05

type Ranking = {
  thresholds: CertaintyThresholds
  /** The similarities of the nearest products, whether or not they pass the filters. */
  best: readonly number[]
  /** If another colour was asked for: what is similar to the object itself, by key. Nothing else is. */
  similarInOwnColour: ReadonlySet<string> | null
  /** If fewer are of its kind, the nearest others are added. */
  least: number
}

export type RankedAnswer = Candidate & { certainty: Certainty | null }

/** What is similar, then what is of the same kind; the likelier first, then the cheaper. */
export const rankAnswers = (
  candidates: readonly Candidate[],
  { thresholds, best, similarInOwnColour, least }: Ranking,
): RankedAnswer[] => {
  const ranked = candidates.map((candidate): RankedAnswer => {
    const certainty = matchCertainty(candidate.similarity, best, thresholds)
    const isTooMuch = certainty === 'same item' && similarInOwnColour !== null
    return { ...candidate, certainty: isTooMuch ? 'close' : certainty }
  })
  // The colour must not bring in products that the list of the object does not have.
  const isListed = ({ certainty, isSameKind, productKey }: RankedAnswer) =>
    isSameKind || (similarInOwnColour ? similarInOwnColour.has(productKey) : certainty !== null)
  const hundredths = ({ similarity, isDrawn }: RankedAnswer) =>
    Math.round((similarity - (isDrawn ? DRAWING_HANDICAP : 0)) * 100)
  const order = (a: RankedAnswer, b: RankedAnswer) =>
    Number(a.certainty === null) - Number(b.certainty === null) ||
    hundredths(b) - hundredths(a) ||
    (a.euros ?? Infinity) - (b.euros ?? Infinity) ||
    (a.productKey < b.productKey ? -1 : 1)
  const listed = ranked.filter(isListed).toSorted(order)
  const others = ranked.filter((one) => !isListed(one)).toSorted(order)
  return [...listed, ...others.slice(0, Math.max(0, least - listed.length))]
}
