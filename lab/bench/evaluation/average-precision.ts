import { type Corners, overlap } from '#shared/vision/image-ops.ts'

/** Predictions and ground truth of one photo, for one group of kinds. */
export type Judged = { said: { box: Corners; score: number }[]; true: Corners[] }

/** Two boxes that overlap by this much are around the same thing. */
export const SAME_PLACE = 0.5

/**
 * AP50: all predicted boxes of all photos, by score, each take the best free true box with an IoU of
 * at least 0.5; then the area under the precision-recall curve with all-point interpolation.
 */
export const averagePrecision = (photos: readonly Judged[]): number | null => {
  const positives = photos.reduce((sum, photo) => sum + photo.true.length, 0)
  if (positives === 0) return null
  const ranked = photos
    .flatMap((photo, place) => photo.said.map((said) => ({ ...said, place })))
    .toSorted((a, b) => b.score - a.score)
  const taken = photos.map((photo) => photo.true.map(() => false))
  const hits = ranked.map(({ box, place }) => {
    let best = { at: -1, shared: SAME_PLACE }
    photos[place]?.true.forEach((candidate, at) => {
      const shared = overlap(box, candidate)
      if (!taken[place]?.[at] && shared >= best.shared) best = { at, shared }
    })
    const row = taken[place]
    if (best.at < 0 || !row) return false
    row[best.at] = true
    return true
  })
  return areaUnder(hits, positives)
}

const areaUnder = (hits: readonly boolean[], positives: number): number => {
  let found = 0
  const precision = hits.map((isHit, rank) => {
    found += isHit ? 1 : 0
    return found / (rank + 1)
  })
  let sum = 0
  let highest = 0
  for (let rank = hits.length - 1; rank >= 0; rank -= 1) {
    highest = Math.max(highest, precision[rank] ?? 0)
    if (hits[rank]) sum += highest
  }
  return sum / positives
}

export const mean = (values: readonly (number | null)[]): number => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length
}
