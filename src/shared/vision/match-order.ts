import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { type Comparable, parsePrice } from '#shared/domain/price.ts'
import type { Certainty } from '#shared/domain/certainty.ts'
import type { Calibration } from './model-cards.ts'
import {
  type ComparableProduct,
  isOfLabeledKind,
  listLikelyCuts,
  rateLabelMatch,
  type LabelMeaning,
  type LabelWeights,
  rateLikelyMatch,
  type LikelyMeaning,
  type LikelyWeights,
} from '#shared/vocabulary/label-match.ts'
import { rateMatch } from './likeness.ts'

/** A product compared with an object; one that the user added has no id and no description. */
export type Candidate = VectorMatch & {
  id: string | null
  euros: number | null
  isDrawn: boolean
  description: ComparableProduct | null
}

export type RankingContext = {
  /** The meaning of the object's label, or of the visitor's request if there is one. */
  meaning: LabelMeaning
  /** What else it is likely to be, which decides among equals together with its appearance. */
  likely: LikelyMeaning
  /** Whether only products of its kind are answers, if there are any. */
  isKindSure: boolean
  thresholds: Calibration
  /** The similarities of the nearest products, whether or not they pass the filters. */
  best: readonly number[]
  /** If another colour is requested: the keys of products similar to the object in its own colour. Only these count as similar. */
  similarInOwnColor: ReadonlySet<string> | null
  /** If there are fewer answers, the nearest other products are added. */
  minAnswers: number
  /** For comparing other weights with those in use. */
  weights?: { label?: LabelWeights; likely?: LikelyWeights } | undefined
}

type RankedAnswer = Candidate &
  Pick<RankableMatch, 'certainty'> & {
    /** Null if the product's kind is unknown. */
    isSameKind: boolean | null
    /** How well it matches the label, 0 to 1. */
    labelMatch: number
    /** How alike it looks, and how much it is what the object is likely to be. */
    likeness: number
  }

const roundLikeness = ({ likeness, ...answer }: RankedAnswer) =>
  roundSimilarity({ ...answer, similarity: likeness })

const compareByMatchThenLikeness = (a: RankedAnswer, b: RankedAnswer): number =>
  b.labelMatch - a.labelMatch ||
  roundLikeness(b) - roundLikeness(a) ||
  compareByLikenessThenPrice(a, b)

/** Answers that a visitor sees before asking for more. */
const FIRST_ROW = 3
/** With a lower share, the second cut is right too seldom to take a place; `npm run vision -- fit-order`. */
const MIN_SECOND_CUT = 0.15

/**
 * Gives the last place of the first row to the second-likeliest cut, if the label names none and the row has
 * only others: of shoes that may be pumps or sandals, both are shown.
 */
const showSecondCut = (
  answers: readonly RankedAnswer[],
  { meaning, likely }: Pick<RankingContext, 'meaning' | 'likely'>,
): readonly RankedAnswer[] => {
  const [, [kinds, share] = [new Set<string>(), 0]] = listLikelyCuts(likely, meaning)
  if (meaning.kinds.size > 0 || share < MIN_SECOND_CUT) return answers
  const isOfCut = ({ description }: RankedAnswer) => kinds.has(description?.kind ?? '')
  const row = answers.slice(0, FIRST_ROW)
  const last = row[FIRST_ROW - 1]
  const best = answers.find(isOfCut)
  if (!last || !best || row.some(isOfCut) || best.labelMatch < last.labelMatch) return answers
  return [...row.slice(0, -1), best, ...answers.slice(FIRST_ROW - 1).filter((one) => one !== best)]
}

/**
 * Of objects whose first row has no likeness from here on, one in six has a plausible answer in it, of the others
 * two in three (docs/measuring-vision.md).
 */
const MIN_LIKENESS = 1.15

/** Whether the first row is too unlike the object to be called an answer. Nothing is claimed of what nobody has learned. */
const isNothingClose = (
  answers: readonly RankedAnswer[],
  { cuts, colors }: LikelyMeaning,
): boolean => {
  const isClose = ({ certainty, description, likeness }: RankedAnswer) =>
    description === null
      ? certainty !== null
      : likeness >= MIN_LIKENESS || certainty === 'close' || certainty === 'same item'
  const row = answers.slice(0, FIRST_ROW)
  return cuts.length > 0 && colors.length > 0 && row.length > 0 && !row.some(isClose)
}

/**
 * The answers for an object: those of its kind first, then by how well they match its label, then by
 * how much they look like it. Products of other kinds are listed only if the kind is not sure, or if the
 * catalogue has nothing of it (`hasKind`). `isFar`: even the first are hardly like it.
 */
export const rankAnswers = (
  candidates: readonly Candidate[],
  question: RankingContext,
): { answers: RankedAnswer[]; hasKind: boolean; isFar: boolean } => {
  const { meaning, likely, isKindSure, thresholds, best, similarInOwnColor, minAnswers } = question
  const { weights = {} } = question
  const rankedAnswers = rateLikeness(candidates, best, thresholds).map(
    (candidate): RankedAnswer => {
      const { description } = candidate
      const isSameKind = description && isOfLabeledKind(meaning, description.kind)
      const isRatedSame = candidate.certainty === 'same item'
      // A product in another colour or of another kind cannot be the same item.
      const isSameItem = isRatedSame && !similarInOwnColor && isSameKind !== false
      const match = description ? rateLabelMatch(meaning, description, weights.label) : 0
      const likeness = description ? rateLikelyMatch(likely, description, weights.likely) : 0
      return Object.assign(candidate, {
        certainty: isRatedSame && !isSameItem ? ('close' as const) : candidate.certainty,
        isSameKind,
        // The same item matches the label, whatever its shop calls it.
        labelMatch: isSameItem ? 1 : match,
        likeness: candidate.similarity + likeness,
      })
    },
  )
  const ofKind = rankedAnswers.filter(({ isSameKind }) => isSameKind === true)
  const hasKind = ofKind.length > 0
  const isFiltered = isKindSure && hasKind
  const otherKinds = rankedAnswers.filter(({ isSameKind }) =>
    isFiltered ? isSameKind === null : isSameKind !== true,
  )
  // A requested colour must not add products that the object's own list does not have.
  const isAlike = ({ certainty, productKey }: RankedAnswer) =>
    similarInOwnColor ? similarInOwnColor.has(productKey) : certainty !== null
  const listedAnswers = [
    ...showSecondCut(ofKind.toSorted(compareByMatchThenLikeness), question),
    ...otherKinds.filter(isAlike).toSorted(compareByMatchThenLikeness),
  ]
  const rest = otherKinds.filter((answer) => !isAlike(answer)).toSorted(compareByLikenessThenPrice)
  const freeSlots = isFiltered ? 0 : Math.max(0, minAnswers - listedAnswers.length)
  const answers = [...listedAnswers, ...rest.slice(0, freeSlots)]
  return { answers, hasKind, isFar: isNothingClose(answers, likely) }
}

/** `similarity` is the cosine; 1 for an identical picture. */
export type VectorMatch = { productKey: string; similarity: number }

/** A match, and whether it is of the same kind. */
export type KindMatch = VectorMatch & { isSameKind: boolean }

/** Null if the product is only the closest there is. */
type CertaintyRating = { certainty: Certainty | null }

const NO_PRICE: Comparable = { amount: null, currency: null }

export const parseProductPrice = ({ price }: Pick<CatalogProduct, 'price'>): Comparable =>
  parsePrice(price) ?? NO_PRICE

/** `best`: the similarities of the nearest products, whether or not they are among these. */
export const rateLikeness = <Match extends VectorMatch>(
  matches: readonly Match[],
  best: readonly number[],
  thresholds: Calibration,
): (Match & CertaintyRating)[] =>
  matches.map((match) => ({
    ...match,
    certainty: rateMatch(match.similarity, best, thresholds),
  }))

/** Keeps similar products, and less similar ones of the same kind. */
export const isAlikeOrSameKind = ({
  isSameKind,
  certainty,
}: KindMatch & CertaintyRating): boolean => isSameKind || certainty !== null

type RankableMatch = CertaintyRating & VectorMatch & { euros: number | null; isDrawn?: boolean }

/**
 * How much more alike a drawing has to be than a photo of a real product (decision 103). With 0.05, a
 * photo comes first for 0.90 instead of 0.74 of the street items of kinds with photos.
 */
const DRAWING_HANDICAP = 0.05

/** Finer differences cannot be seen, and may depend on the processor. */
export const roundSimilarity = ({ similarity, isDrawn = false }: RankableMatch) =>
  Math.round((similarity - (isDrawn ? DRAWING_HANDICAP : 0)) * 100)

/** Similar products first, then by likeness, and the cheaper of two that look equally alike. */
export const compareByLikenessThenPrice = (a: RankableMatch, b: RankableMatch): number =>
  Number(a.certainty === null) - Number(b.certainty === null) ||
  roundSimilarity(b) - roundSimilarity(a) ||
  (a.euros ?? Number.MAX_VALUE) - (b.euros ?? Number.MAX_VALUE) ||
  (a.productKey < b.productKey ? -1 : 1)
