import { type Certainty, certaintyOf, type CertaintyThresholds } from '#shared/domain/similarity.ts'
import type { VectorMatch } from './vectors/vector-search.ts'

export type SureMatch = VectorMatch & { certainty: Certainty }

/**
 * Matches good enough to show (decision 035). Besides the model's thresholds, each query has a relative
 * limit: matches far behind the best are noise, and one clearly behind it is not the same item.
 */
export const sureMatches = (
  matches: readonly VectorMatch[],
  thresholds: CertaintyThresholds,
): SureMatch[] => {
  const best = matches.reduce((high, { similarity }) => Math.max(high, similarity), -1)
  const lowest = best - (thresholds.sameItem - thresholds.similar)
  const lowestSame = best - (thresholds.sameItem - thresholds.close)
  return matches.flatMap((match) => {
    const certainty = certaintyOf(match.similarity, thresholds)
    if (certainty === null || match.similarity < lowest) return []
    const isOutdone = certainty === 'same item' && match.similarity < lowestSame
    return [{ ...match, certainty: isOutdone ? 'close' : certainty }]
  })
}
