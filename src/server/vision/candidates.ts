import { type Claim, type Corners, overlap } from './image-ops.ts'

/** Pure rules that combine the detector's proposals with the judge's scores. */

/** For each box, the index of the first one that overlaps it enough to share a close-up. */
export const firstAlike = (boxes: readonly Corners[], sameBox: number): number[] => {
  const shown: number[] = []
  boxes.forEach((box, place) => {
    const alike = boxes.findIndex(
      (other, earlier) =>
        earlier < place && shown[earlier] === earlier && overlap(other, box) > sameBox,
    )
    shown.push(alike < 0 ? place : alike)
  })
  return shown
}

/** The detector sees the whole photo and the judge the details, so both must agree for a high score. */
export const jointScore = (detector: number, judge: number, detectorShare: number) =>
  detector ** detectorShare * judge ** (1 - detectorShare)

/** How strongly a box is suppressed by a better one of its kind, and of its category. */
const SAME_KIND = 3
const SAME_CATEGORY = 0.7

/**
 * Matrix NMS: a score is lowered by its overlap with better boxes, less if those are duplicates
 * themselves. Plain NMS would also remove a vest worn over a shirt.
 */
export const fadeDuplicates = <T extends Claim>(claims: readonly T[]): T[] => {
  const ranked = claims.toSorted((a, b) => b.score - a.score)
  const doubts = ranked.map((claim, place) =>
    ranked.slice(0, place).map((better) => {
      const alike =
        better.kind === claim.kind
          ? SAME_KIND
          : better.category === claim.category
            ? SAME_CATEGORY
            : 0
      return alike * overlap(better.box, claim.box) ** 2
    }),
  )
  const ownDoubt = doubts.map((row) => Math.max(0, ...row))
  const faded: T[] = []
  for (const [place, claim] of ranked.entries()) {
    const losses = (doubts[place] ?? []).map((doubt, better) => doubt - (ownDoubt[better] ?? 0))
    faded.push({ ...claim, score: claim.score * Math.exp(-Math.max(0, ...losses)) })
  }
  return faded
}
