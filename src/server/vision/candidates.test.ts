import { describe, expect, it } from 'vitest'
import { fadeDuplicates, firstAlike, jointScore } from './candidates.ts'
import type { Corners } from './image-ops.ts'

const square = (x: number, side = 10): Corners => ({ x0: x, y0: 0, x1: x + side, y1: side })

describe('boxes that share a close-up', () => {
  it('nearly coincide with an earlier one', () => {
    expect(firstAlike([square(0), square(1), square(50), square(0.5)], 0.7)).toEqual([0, 0, 2, 0])
  })

  it('are compared with the box shown, not with each other', () => {
    expect(firstAlike([square(0), square(1.5), square(3)], 0.7)).toEqual([0, 0, 2])
  })
})

describe('the combined score', () => {
  it.each([
    [0.81, 0.81, 0.5, 0.81],
    [1, 0.25, 0.5, 0.5],
    [0.25, 1, 1, 0.25],
    [0.9, 0, 0.4, 0],
  ])('of %d and %d with a share of %d is %d', (detector, judge, share, score) => {
    expect(jointScore(detector, judge, share)).toBeCloseTo(score)
  })
})

const claim = (box: Corners, kind: string, score: number) => ({
  box,
  kind,
  category: kind === 'bag' ? 'bags' : 'clothing',
  score,
})

describe('suppressing duplicates', () => {
  it('leaves separate boxes unchanged', () => {
    const faded = fadeDuplicates([claim(square(0), 'top', 0.5), claim(square(50), 'top', 0.8)])
    expect(faded.map(({ score }) => score)).toEqual([0.8, 0.5])
  })

  it('lowers a duplicate of its kind most, of its category less, and of another category not at all', () => {
    const faded = fadeDuplicates([
      claim(square(0), 'dress', 0.9),
      claim(square(0), 'dress', 0.6),
      claim(square(0), 'top', 0.6),
      claim(square(0), 'bag', 0.6),
    ])
    const scoreOf = (kind: string) => faded.findLast((find) => find.kind === kind)?.score ?? 0
    expect(scoreOf('dress')).toBeCloseTo(0.6 * Math.exp(-3))
    expect(scoreOf('top')).toBeCloseTo(0.6 * Math.exp(-0.7))
    expect(scoreOf('bag')).toBe(0.6)
  })

  it('does not lower a box that overlaps only a duplicate', () => {
    const [, , third] = fadeDuplicates([
      claim(square(0), 'top', 0.9),
      claim(square(5), 'top', 0.8),
      claim(square(10), 'top', 0.7),
    ])
    expect(third?.score).toBeCloseTo(0.7)
  })

  it('accepts an empty list', () => {
    expect(fadeDuplicates([])).toEqual([])
  })
})
