import { type Corners, computeOverlap } from '#shared/vision/image-ops.ts'

/** Predictions and ground truth of one photo, for one group of kinds. */
export type PhotoPredictions = {
  predictions: { box: Corners; score: number }[]
  labels: Corners[]
}

/** Two boxes that overlap by this much are around the same thing. */
export const MIN_OVERLAP = 0.5

/**
 * AP50: all predicted boxes of all photos, by score, each take the best free true box with an IoU of
 * at least 0.5; then the area under the precision-recall curve with all-point interpolation.
 */
export const computeAveragePrecision = (photos: readonly PhotoPredictions[]): number | null => {
  const positives = photos.reduce((sum, photo) => sum + photo.labels.length, 0)
  if (positives === 0) return null
  const ranked = photos
    .flatMap((photo, index) => photo.predictions.map((prediction) => ({ ...prediction, index })))
    .toSorted((a, b) => b.score - a.score)
  const isTaken = photos.map((photo) => photo.labels.map(() => false))
  const hits = ranked.map(({ box, index }) => {
    let best = { at: -1, overlap: MIN_OVERLAP }
    photos[index]?.labels.forEach((candidate, at) => {
      const iou = computeOverlap(box, candidate)
      if (!isTaken[index]?.[at] && iou >= best.overlap) best = { at, overlap: iou }
    })
    const row = isTaken[index]
    if (best.at < 0 || !row) return false
    row[best.at] = true
    return true
  })
  return computeAreaUnder(hits, positives)
}

const computeAreaUnder = (hits: readonly boolean[], positives: number): number => {
  let truePositives = 0
  const precision = hits.map((isHit, rank) => {
    truePositives += isHit ? 1 : 0
    return truePositives / (rank + 1)
  })
  let sum = 0
  let highest = 0
  for (let rank = hits.length - 1; rank >= 0; rank -= 1) {
    highest = Math.max(highest, precision[rank] ?? 0)
    if (hits[rank]) sum += highest
  }
  return sum / positives
}

export const computeMean = (values: readonly (number | null)[]): number => {
  const knownValues = values.filter((value) => value !== null)
  return knownValues.length === 0
    ? 0
    : knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length
}
