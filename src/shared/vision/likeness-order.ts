import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { Comparable } from '#shared/domain/money.ts'
import { parsePrice } from '#shared/domain/price.ts'
import type { Certainty, CertaintyThresholds } from '#shared/domain/similarity.ts'
import { matchCertainty } from './likeness.ts'

/** `similarity` is the cosine; 1 for an identical picture. */
export type VectorMatch = { productKey: string; similarity: number }

/** A match, and whether it is of the same kind. */
export type KindMatch = VectorMatch & { isSameKind: boolean }

/** Null if the product is only the closest there is. */
export type CertaintyRating = { certainty: Certainty | null }

const NO_PRICE: Comparable = { amount: null, currency: null }

export const priceOf = ({ price }: Pick<CatalogProduct, 'price'>): Comparable =>
  parsePrice(price) ?? NO_PRICE

/** `best`: the similarities of the nearest products, whether or not they are among these. */
export const rateLikeness = <Match extends VectorMatch>(
  matches: readonly Match[],
  best: readonly number[],
  thresholds: CertaintyThresholds,
): (Match & CertaintyRating)[] =>
  matches.map((match) => ({
    ...match,
    certainty: matchCertainty(match.similarity, best, thresholds),
  }))

/** Keeps similar products, and less similar ones of the same kind. */
export const isAlikeOrSameKind = ({
  isSameKind,
  certainty,
}: KindMatch & CertaintyRating): boolean => isSameKind || certainty !== null

export type RankableMatch = CertaintyRating &
  VectorMatch & { euros: number | null; isDrawn?: boolean }

/**
 * How much more alike a drawing has to be than a photo of a real product (decision 103). With 0.05, a
 * photo comes first for 0.90 instead of 0.74 of the street items of kinds with photos.
 */
const DRAWING_HANDICAP = 0.05

/** Finer differences cannot be seen, and may depend on the processor. */
export const hundredths = ({ similarity, isDrawn = false }: RankableMatch) =>
  Math.round((similarity - (isDrawn ? DRAWING_HANDICAP : 0)) * 100)

/** Similar products first, then by likeness, and the cheaper of two that look equally alike. */
export const byLikenessThenPrice = (a: RankableMatch, b: RankableMatch): number =>
  Number(a.certainty === null) - Number(b.certainty === null) ||
  hundredths(b) - hundredths(a) ||
  (a.euros ?? Number.MAX_VALUE) - (b.euros ?? Number.MAX_VALUE) ||
  (a.productKey < b.productKey ? -1 : 1)
