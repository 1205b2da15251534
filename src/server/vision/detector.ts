import type { Category } from '#shared/domain/category.ts'
import { fadeDuplicates } from './candidates.ts'
import { type Corners, unletterbox } from './image-ops.ts'
import { type ModelCards, thresholdOf } from './model-cards.ts'
import { type Joined, joinPairs } from './pairs.ts'
import { letterboxed, type Picture } from './picture.ts'
import type { ModelSession, RunOptions } from './session.ts'
import { shownFinds, sureFinds } from './shown-finds.ts'

/** A detected object; the box is in pixels of the upright picture. */
export type Find = Joined<{ box: Corners; kind: string; category: Category; score: number }>

export type DetectOptions = RunOptions & {
  /** Keeps duplicates and results below the thresholds, which average precision needs. */
  isUncut?: boolean
  /** Nothing that lacks a little is kept, not even if the picture has nothing else. */
  isStrict?: boolean
  /** The longest side of the model's input; by default the one for photos of people. */
  side?: number
}

/** Letterboxes, runs the model, maps boxes back to the picture, and drops duplicates and weak results. */
export const createDetector =
  (session: ModelSession, { detector: card, judge }: ModelCards) =>
  async (picture: Picture, options: DetectOptions = {}) => {
    const { isUncut = false, isStrict = false, side = card.inputSize, ...run } = options
    const { pixels, frame } = await letterboxed(picture, side)
    const { proposals, modelMs } = await session.detect(
      { pixels, size: frame.scaled, canvas: frame.canvas },
      run,
    )
    const seen = proposals.flatMap((proposal): Find[] => {
      const { score } = proposal
      const kind = card.kinds[proposal.kind]
      const category = kind === undefined ? undefined : card.categories[kind]
      if (kind === undefined || category === undefined) return []
      const box = unletterbox(proposal.box, frame, picture.size)
      const isEmpty = box.x1 - box.x0 < 1 || box.y1 - box.y0 < 1
      return !isEmpty && score > 0 ? [{ box, kind, category, score }] : []
    })
    const things = joinPairs(fadeDuplicates(seen))
    if (isUncut) return { finds: things, modelMs }
    const chosen = isStrict ? sureFinds : shownFinds
    return { finds: chosen(things, (kind) => thresholdOf(judge, kind)), modelMs }
  }
