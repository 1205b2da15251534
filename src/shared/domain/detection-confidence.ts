import { DETECTION, DETECTION_SEARCH } from '#shared/constants.ts'
import { type ProductFacts, completenessScore } from './completeness.ts'

/** §9: 0.9 minus 0.05 times position; a far position cannot make it negative. */
export const lensConfidence = (position: number): number =>
  Math.max(0, DETECTION.lensConfidenceFirst - DETECTION.lensConfidenceStep * position)

/** §9: 0.8 to 1.0, higher with more product data. */
export const shoppingConfidence = (product: ProductFacts): number => {
  const range = DETECTION.shoppingConfidenceMax - DETECTION.shoppingConfidenceMin
  const share = completenessScore(product) / DETECTION_SEARCH.maxCompletenessScore
  return DETECTION.shoppingConfidenceMin + range * share
}
