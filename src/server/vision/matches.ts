import { type Certainty, certaintyOf, type CertaintyThresholds } from '#shared/domain/similarity.ts'
import type { VectorMatch } from './vectors/vector-search.ts'

export type SureMatch = VectorMatch & { certainty: Certainty }

/**
 * How certain a match is, or null (decision 035). Besides the model's thresholds, each query has a
 * relative limit: matches far behind the best are noise, and one clearly behind it is not the same item.
 */
export const matchCertainty = (
  similarity: number,
  best: number,
  thresholds: CertaintyThresholds,
): Certainty | null => {
  const lowest = best - (thresholds.sameItem - thresholds.similar)
  const lowestSame = best - (thresholds.sameItem - thresholds.close)
  const certainty = certaintyOf(similarity, thresholds)
  if (certainty === null || similarity < lowest) return null
  return certainty === 'same item' && similarity < lowestSame ? 'close' : certainty
}

/** Matches good enough to show. */
export const sureMatches = (
  matches: readonly VectorMatch[],
  thresholds: CertaintyThresholds,
): SureMatch[] => {
  const best = matches.reduce((high, { similarity }) => Math.max(high, similarity), -1)
  return matches.flatMap((match) => {
    const certainty = matchCertainty(match.similarity, best, thresholds)
    return certainty === null ? [] : [{ ...match, certainty }]
  })
}
