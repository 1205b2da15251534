import { type Corners, overlap } from '#shared/vision/image-ops.ts'
import { SAME_PLACE } from './average-precision.ts'

type Boxed = { kind: string; box: Corners }
type Scored = Boxed & { score: number }

/** Of one kind: how many items are labelled, how many boxes are shown, and how many of those are right. */
export type ShownScore = { items: number; boxes: number; right: number }

/** The boxes that are around an item of their kind, the surest first; an item counts once. */
export const rightBoxes = <T extends Scored>(said: readonly T[], truths: readonly Boxed[]): T[] => {
  const free = new Set(truths)
  return said
    .toSorted((a, b) => b.score - a.score)
    .filter(({ kind, box }) => {
      const [best] = [...free]
        .filter((truth) => truth.kind === kind && overlap(truth.box, box) >= SAME_PLACE)
        .toSorted((a, b) => overlap(b.box, box) - overlap(a.box, box))
      return best !== undefined && free.delete(best)
    })
}

/** What people see and what they miss, by kind. */
export const scoreShown = (
  photos: readonly { shown: readonly Scored[]; truths: readonly Boxed[] }[],
  kinds: readonly string[],
): Record<string, ShownScore> => {
  const count = (boxes: readonly Boxed[], kind: string) =>
    boxes.filter((box) => box.kind === kind).length
  const truths = photos.flatMap((photo) => photo.truths)
  const shown = photos.flatMap((photo) => photo.shown)
  const right = photos.flatMap((photo) => rightBoxes(photo.shown, photo.truths))
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const score = {
        items: count(truths, kind),
        boxes: count(shown, kind),
        right: count(right, kind),
      }
      return score.items + score.boxes > 0 ? [[kind, score] as const] : []
    }),
  )
}

export const sumOf = (scores: readonly ShownScore[]): ShownScore => ({
  items: scores.reduce((sum, { items }) => sum + items, 0),
  boxes: scores.reduce((sum, { boxes }) => sum + boxes, 0),
  right: scores.reduce((sum, { right }) => sum + right, 0),
})
