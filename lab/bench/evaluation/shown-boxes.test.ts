import { describe, expect, it } from 'vitest'
import { selectRightBoxes, scoreShown, sumScores } from './shown-boxes.ts'

const at = (kind: string, x: number, score = 1) => ({
  kind,
  score,
  box: { x0: x, y0: 0, x1: x + 10, y1: 10 },
})

describe('boxes that are shown', () => {
  it('are right around an item of their kind, and once for each item', () => {
    const surer = at('bag', 1, 0.9)
    const twice = at('bag', 0, 0.5)
    const offKind = at('hat', 0, 0.8)
    const beside = at('bag', 6, 0.7)
    expect(selectRightBoxes([twice, offKind, beside, surer], [at('bag', 0)])).toEqual([surer])
  })

  it('are counted by kind, beside the items that they should show', () => {
    const photos = [
      { shown: [at('bag', 0), at('bag', 50)], truths: [at('bag', 0), at('hat', 0)] },
      { shown: [at('belt', 0)], truths: [at('bag', 0)] },
    ]
    const scores = scoreShown(photos, ['bag', 'hat', 'belt', 'tie'])
    expect(scores).toEqual({
      bag: { items: 2, boxes: 2, right: 1 },
      hat: { items: 1, boxes: 0, right: 0 },
      belt: { items: 0, boxes: 1, right: 0 },
    })
    expect(sumScores(Object.values(scores))).toEqual({ items: 3, boxes: 3, right: 1 })
  })
})
