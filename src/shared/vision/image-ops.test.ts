import { describe, expect, it } from 'vitest'
import {
  toBox,
  type Corners,
  toCorners,
  computeCropRegion,
  dropDuplicateBoxes,
  fadeDuplicates,
  groupOverlapping,
  combineScores,
  computeLetterbox,
  computeOverlap,
  undoLetterbox,
  writePlanar,
} from './image-ops.ts'

describe('letterbox', () => {
  it.each([
    { picture: { width: 4000, height: 3000 }, scaled: { width: 512, height: 384 } },
    { picture: { width: 300, height: 600 }, scaled: { width: 256, height: 512 } },
    { picture: { width: 100, height: 100 }, scaled: { width: 512, height: 512 } },
    { picture: { width: 5000, height: 2 }, scaled: { width: 512, height: 1 } },
  ])(
    'fits $picture.width x $picture.height into 512 by its longest side',
    ({ picture, scaled }) => {
      expect(computeLetterbox(picture, 512).scaled).toEqual(scaled)
    },
  )

  it('pads only to the next multiple of 32', () => {
    expect(computeLetterbox({ width: 423, height: 640 }, 512).canvas).toEqual({
      width: 352,
      height: 512,
    })
  })

  it('maps a box back to its original pixels', () => {
    const picture = { width: 423, height: 640 }
    const frame = computeLetterbox(picture, 512)
    const box = { x0: 40, y0: 100, x1: 300, y1: 620 }
    const inSquare = {
      x0: box.x0 * frame.scaleX,
      y0: box.y0 * frame.scaleY,
      x1: box.x1 * frame.scaleX,
      y1: box.y1 * frame.scaleY,
    }
    const back = undoLetterbox(inSquare, frame, picture)
    for (const side of ['x0', 'y0', 'x1', 'y1'] as const)
      expect(back[side]).toBeCloseTo(box[side], 6)
  })

  it('clips boxes to the picture, even in the padding', () => {
    const picture = { width: 200, height: 100 }
    const box = undoLetterbox(
      { x0: -20, y0: -5, x1: 600, y1: 600 },
      computeLetterbox(picture, 512),
      picture,
    )
    expect(box).toEqual({ x0: 0, y0: 0, x1: 200, y1: 100 })
  })
})

describe('cropRegion', () => {
  it('grows the box by the margin on every side', () => {
    const region = computeCropRegion({ x0: 100, y0: 100, x1: 200, y1: 300 }, 0.1, {
      width: 1000,
      height: 1000,
    })
    expect(region).toEqual({ left: 90, top: 80, width: 120, height: 240 })
  })

  it.each([
    { box: { x0: -50, y0: -50, x1: 2000, y1: 2000 } },
    { box: { x0: 99.9, y0: 99.9, x1: 99.9, y1: 99.9 } },
    { box: { x0: 150, y0: 150, x1: 160, y1: 160 } },
    { box: { x0: 60, y0: 60, x1: 20, y1: 20 } },
  ])('stays inside the picture and is never empty: $box', ({ box }) => {
    const region = computeCropRegion(box, 0.2, { width: 100, height: 100 })
    expect(region.left).toBeGreaterThanOrEqual(0)
    expect(region.top).toBeGreaterThanOrEqual(0)
    expect(region.width).toBeGreaterThanOrEqual(1)
    expect(region.height).toBeGreaterThanOrEqual(1)
    expect(region.left + region.width).toBeLessThanOrEqual(100)
    expect(region.top + region.height).toBeLessThanOrEqual(100)
  })
})

describe('writePlanar', () => {
  it('writes planes to the top-left and grey elsewhere', () => {
    const target = new Float32Array(3 * 4)
    writePlanar(Uint8Array.of(1, 2, 3, 4, 5, 6), { width: 2, height: 1 }, target, {
      width: 2,
      height: 2,
    })
    expect([...target]).toEqual([1, 4, 114, 114, 2, 5, 114, 114, 3, 6, 114, 114])
  })
})

describe('boxes', () => {
  it('convert between corners and x, y, width, height without loss', () => {
    const corners = { x0: 3, y0: 4, x1: 13, y1: 24 }
    expect(toBox(corners)).toEqual({ x: 3, y: 4, width: 10, height: 20 })
    expect(toCorners(toBox(corners))).toEqual(corners)
  })
})

describe('overlap', () => {
  const box = { x0: 0, y0: 0, x1: 10, y1: 10 }
  it.each([
    { name: 'itself', other: box, expected: 1 },
    { name: 'half of it', other: { ...box, x1: 5 }, expected: 0.5 },
    { name: 'a shifted one', other: { x0: 5, y0: 0, x1: 15, y1: 10 }, expected: 1 / 3 },
    { name: 'a neighbour', other: { x0: 10, y0: 0, x1: 20, y1: 10 }, expected: 0 },
    { name: 'nothing', other: { x0: 4, y0: 4, x1: 4, y1: 4 }, expected: 0 },
  ])('of a box with $name', ({ other, expected }) => {
    expect(computeOverlap(box, other)).toBeCloseTo(expected)
  })
})

describe('dropDuplicateClaims', () => {
  const claim = (kind: string, category: string, score: number, x0 = 0) => ({
    kind,
    category,
    score,
    box: { x0, y0: 0, x1: x0 + 10, y1: 10 },
  })

  it('keeps the more certain of two kinds of one category in one place', () => {
    const kept = dropDuplicateBoxes(
      [claim('dress', 'clothing', 0.4), claim('outerwear', 'clothing', 0.8, 1)],
      0.7,
    )
    expect(kept.map(({ kind }) => kind)).toEqual(['outerwear'])
  })

  it('compares the regions it is given', () => {
    const kept = dropDuplicateBoxes(
      [claim('gloves', 'accessories', 0.9), claim('scarf', 'accessories', 0.8)],
      0.7,
      ({ kind, box }) => (kind === 'gloves' ? { ...box, x1: 2 } : box),
    )
    expect(kept).toHaveLength(2)
  })

  it('keeps both if their categories or places differ', () => {
    const kept = dropDuplicateBoxes(
      [
        claim('top', 'clothing', 0.9),
        claim('scarf', 'accessories', 0.8),
        claim('top', 'clothing', 0.7, 8),
      ],
      0.7,
    )
    expect(kept).toHaveLength(3)
  })
})

describe('duplicate boxes', () => {
  const square = (x: number, side = 10): Corners => ({ x0: x, y0: 0, x1: x + side, y1: side })

  describe('boxes that share a close-up', () => {
    it('nearly coincide with an earlier one', () => {
      expect(groupOverlapping([square(0), square(1), square(50), square(0.5)], 0.7)).toEqual([
        0, 0, 2, 0,
      ])
    })

    it('are compared with the box shown, not with each other', () => {
      expect(groupOverlapping([square(0), square(1.5), square(3)], 0.7)).toEqual([0, 0, 2])
    })
  })

  describe('the combined score', () => {
    it.each([
      [0.81, 0.81, 0.5, 0.81],
      [1, 0.25, 0.5, 0.5],
      [0.25, 1, 1, 0.25],
      [0.9, 0, 0.4, 0],
    ])('of %d and %d with a share of %d is %d', (detector, judge, share, score) => {
      expect(combineScores(detector, judge, share)).toBeCloseTo(score)
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
})
