/** How sure a match is, surest first. */
export type Certainty = 'same item' | 'close' | 'similar'

/** Lowest cosine of each; they belong to the embedder that made the vectors, hence passed in. */
export interface CertaintyThresholds {
  sameItem: number
  close: number
  similar: number
}

/** Null under the last threshold: a bad match is never shown as a match. */
export const certaintyOf = (cosine: number, thresholds: CertaintyThresholds): Certainty | null => {
  if (cosine >= thresholds.sameItem) return 'same item'
  if (cosine >= thresholds.close) return 'close'
  return cosine >= thresholds.similar ? 'similar' : null
}
