/** Certainties of a match, the highest first. */
export const CERTAINTIES = ['same item', 'close', 'similar'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** Minimum cosine of each; specific to the embedder, so passed in. */
export interface CertaintyThresholds {
  sameItem: number
  close: number
  similar: number
  /** How far the same item must be ahead of the next product; two bangles cannot both be it. */
  lead?: number | undefined
}

/** Null below the lowest threshold, because weak matches are not shown. */
export const certaintyOf = (cosine: number, thresholds: CertaintyThresholds): Certainty | null => {
  if (cosine >= thresholds.sameItem) return 'same item'
  if (cosine >= thresholds.close) return 'close'
  return cosine >= thresholds.similar ? 'similar' : null
}
