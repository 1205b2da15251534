import { fadeDuplicates } from './candidates.ts'
import type { DetectOptions, Find } from './engine.ts'
import { dropDuplicateClaims, unletterbox } from './image-ops.ts'
import { type ModelCards, thresholdOf } from './model-cards.ts'
import { letterboxed, type Picture } from './picture.ts'
import type { ModelSession } from './session.ts'

/** Two kinds of one category that overlap more than this are two names for one thing. */
const SAME_PLACE = 0.7

/** Letterbox, run, bring back to the picture, and leave out what is doubled or doubtful. */
export const createDetector =
  (session: ModelSession, { detector: card, judge }: ModelCards) =>
  async (picture: Picture, { isUncut = false, ...options }: DetectOptions = {}) => {
    const { pixels, frame } = await letterboxed(picture, card.inputSize)
    const { boxes, scores, kinds, modelMs } = await session.detect(
      { pixels, size: frame.scaled, canvas: frame.canvas },
      options,
    )
    const seen = [...scores].flatMap((score, place): Find[] => {
      const kind = card.kinds[kinds[place] ?? -1]
      const category = kind === undefined ? undefined : card.categories[kind]
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = boxes.subarray(place * 4, place * 4 + 4)
      if (kind === undefined || category === undefined) return []
      const box = unletterbox({ x0, y0, x1, y1 }, frame, picture.size)
      const isEmpty = box.x1 - box.x0 < 1 || box.y1 - box.y0 < 1
      return !isEmpty && score > 0 ? [{ box, kind, category, score }] : []
    })
    const faded = fadeDuplicates(seen)
    if (isUncut) return { finds: faded, modelMs }
    const sure = faded.filter(({ kind, score }) => score >= thresholdOf(judge, kind))
    return { finds: dropDuplicateClaims(sure, SAME_PLACE), modelMs }
  }
