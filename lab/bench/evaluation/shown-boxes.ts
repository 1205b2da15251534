import { type Corners, computeOverlap } from '#shared/vision/image-ops.ts'
import { MIN_OVERLAP } from './average-precision.ts'

type LabeledBox = { kind: string; box: Corners }
type ScoredBox = LabeledBox & { score: number }

/** Of one kind: how many items are labelled, how many boxes are shown, and how many of those are right. */
export type ShownScore = { items: number; boxes: number; right: number }

/** The boxes that are around an item of their kind, the surest first; an item counts once. */
export const selectRightBoxes = <T extends ScoredBox>(
  predictions: readonly T[],
  truths: readonly LabeledBox[],
): T[] => {
  const free = new Set(truths)
  return predictions
    .toSorted((a, b) => b.score - a.score)
    .filter(({ kind, box }) => {
      const [best] = [...free]
        .filter((truth) => truth.kind === kind && computeOverlap(truth.box, box) >= MIN_OVERLAP)
        .toSorted((a, b) => computeOverlap(b.box, box) - computeOverlap(a.box, box))
      return best !== undefined && free.delete(best)
    })
}

/** What people see and what they miss, by kind. */
export const scoreShown = (
  photos: readonly { shown: readonly ScoredBox[]; truths: readonly LabeledBox[] }[],
  kinds: readonly string[],
): Record<string, ShownScore> => {
  const count = (boxes: readonly LabeledBox[], kind: string) =>
    boxes.filter((box) => box.kind === kind).length
  const truths = photos.flatMap((photo) => photo.truths)
  const visibleBoxes = photos.flatMap((photo) => photo.shown)
  const right = photos.flatMap((photo) => selectRightBoxes(photo.shown, photo.truths))
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const score = {
        items: count(truths, kind),
        boxes: count(visibleBoxes, kind),
        right: count(right, kind),
      }
      return score.items + score.boxes > 0 ? [[kind, score] as const] : []
    }),
  )
}

export const sumScores = (scores: readonly ShownScore[]): ShownScore => ({
  items: scores.reduce((sum, { items }) => sum + items, 0),
  boxes: scores.reduce((sum, { boxes }) => sum + boxes, 0),
  right: scores.reduce((sum, { right }) => sum + right, 0),
})
