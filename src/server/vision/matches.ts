import { type Certainty, certaintyOf, type CertaintyThresholds } from '#shared/domain/similarity.ts'
import type { VectorMatch } from './vectors/vector-search.ts'

export type SureMatch = VectorMatch & { certainty: Certainty }

/**
 * How certain a match is, or null (decision 035). Besides the model's thresholds, each query has
 * relative limits: matches far behind the best are noise, and only the best, clearly ahead of the next,
 * is the same item.
 */
export const matchCertainty = (
  similarity: number,
  [best = -1, second = -1]: readonly number[],
  thresholds: CertaintyThresholds,
): Certainty | null => {
  const lowest = best - (thresholds.sameItem - thresholds.similar)
  const lowestSame = best - (thresholds.sameItem - thresholds.close)
  const certainty = certaintyOf(similarity, thresholds)
  if (certainty === null || similarity < lowest) return null
  const { lead = 0 } = thresholds
  const isAhead = lead === 0 || (similarity === best && best - second >= lead)
  return certainty === 'same item' && (similarity < lowestSame || !isAhead) ? 'close' : certainty
}

/** The similarities of the two nearest products, which may be filtered out of what is shown. */
export const bestTwo = (matches: readonly VectorMatch[]): number[] =>
  matches
    .map(({ similarity }) => similarity)
    .toSorted((a, b) => b - a)
    .slice(0, 2)

/** Matches good enough to show. */
export const sureMatches = (
  matches: readonly VectorMatch[],
  thresholds: CertaintyThresholds,
): SureMatch[] => {
  const best = bestTwo(matches)
  return matches.flatMap((match) => {
    const certainty = matchCertainty(match.similarity, best, thresholds)
    return certainty === null ? [] : [{ ...match, certainty }]
  })
}
