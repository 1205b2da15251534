import type { Calibration } from '#shared/vision/model-cards.ts'

/** Certainties of a match, the highest first. */
export const CERTAINTIES = ['same item', 'close', 'similar'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** Null below the lowest threshold, because weak matches are not shown. */
export const rateCertainty = (cosine: number, thresholds: Calibration): Certainty | null => {
  if (cosine >= thresholds.sameItem) return 'same item'
  if (cosine >= thresholds.close) return 'close'
  return cosine >= thresholds.similar ? 'similar' : null
}
