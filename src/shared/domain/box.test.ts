import { describe, expect, test } from 'vitest'
import { MANUAL_BOX } from '#shared/finder-constants.ts'
import {
  moveBoxByKey,
  fromUnits,
  createStaggeredBox,
  toUnits,
  type Box,
  type Corner,
  clampBox,
  drawBox,
  isArrowKey,
  createManualBox,
  moveBox,
  resizeBox,
} from './box.ts'

const bounds: Box = { x: 0, y: 0, width: 400, height: 300 }
const start: Box = { x: 100, y: 100, width: 80, height: 60 }
const min = MANUAL_BOX.minSize
const corners: Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right']

describe('dragged (kept inside the image)', () => {
  test.each([
    ['freely', { x: 20, y: -30 }, { x: 120, y: 70 }],
    ['to the right edge', { x: 999, y: 0 }, { x: 320, y: 100 }],
    ['to the bottom edge', { x: 0, y: 999 }, { x: 100, y: 240 }],
    ['past the top left', { x: -999, y: -999 }, { x: 0, y: 0 }],
  ])('%s', (_where, delta, place) => {
    expect(moveBox(start, delta, bounds)).toEqual({ ...start, ...place })
  })

  test('in a picture that does not begin at zero', () => {
    const shifted = { x: 50, y: 60, width: 200, height: 200 }
    expect(moveBox(start, { x: -999, y: 999 }, shifted)).toEqual({ ...start, x: 50, y: 200 })
  })
})

describe('resized by four corner handles', () => {
  test.each<[Corner, Box]>([
    ['top-left', { x: 110, y: 120, width: 70, height: 40 }],
    ['top-right', { x: 100, y: 120, width: 90, height: 40 }],
    ['bottom-left', { x: 110, y: 100, width: 70, height: 80 }],
    ['bottom-right', { x: 100, y: 100, width: 90, height: 80 }],
  ])('%s', (corner, box) => {
    expect(resizeBox(start, corner, { x: 10, y: 20 }, bounds, min)).toEqual(box)
  })

  test.each<[Corner, Box]>([
    ['top-left', { x: 170, y: 150, width: 10, height: 10 }],
    ['top-right', { x: 100, y: 150, width: 10, height: 10 }],
    ['bottom-left', { x: 170, y: 100, width: 10, height: 10 }],
    ['bottom-right', { x: 100, y: 100, width: 10, height: 10 }],
  ])('minimum 10 by 10, the opposite corner stays: %s', (corner, box) => {
    const inwards = {
      x: corner.endsWith('left') ? 999 : -999,
      y: corner.startsWith('top') ? 999 : -999,
    }
    expect(resizeBox(start, corner, inwards, bounds, min)).toEqual(box)
  })

  test.each<[Corner, Box]>([
    ['top-left', { x: 0, y: 0, width: 180, height: 160 }],
    ['top-right', { x: 100, y: 0, width: 300, height: 160 }],
    ['bottom-left', { x: 0, y: 100, width: 180, height: 200 }],
    ['bottom-right', { x: 100, y: 100, width: 300, height: 200 }],
  ])('inside the image: %s', (corner, box) => {
    const outwards = {
      x: corner.endsWith('left') ? -999 : 999,
      y: corner.startsWith('top') ? -999 : 999,
    }
    expect(resizeBox(start, corner, outwards, bounds, min)).toEqual(box)
  })
})

describe('drag-to-draw', () => {
  test.each([
    ['down right', { x: 10, y: 20 }, { x: 60, y: 90 }, { x: 10, y: 20, width: 50, height: 70 }],
    ['up left', { x: 60, y: 90 }, { x: 10, y: 20 }, { x: 10, y: 20, width: 50, height: 70 }],
    [
      'out of the image',
      { x: 350, y: 250 },
      { x: 999, y: 999 },
      { x: 350, y: 250, width: 50, height: 50 },
    ],
    ['a mere click', { x: 50, y: 50 }, { x: 50, y: 50 }, { x: 50, y: 50, width: 10, height: 10 }],
    [
      'a short pull left',
      { x: 50, y: 50 },
      { x: 48, y: 53 },
      { x: 40, y: 50, width: 10, height: 10 },
    ],
    [
      'a click in the last corner',
      { x: 400, y: 300 },
      { x: 400, y: 300 },
      { x: 390, y: 290, width: 10, height: 10 },
    ],
  ])('%s', (_how, from, to, box) => {
    expect(drawBox(from, to, bounds, min)).toEqual(box)
  })
})

describe('manual box', () => {
  test('centered at 30% of the container width and height', () => {
    expect(createManualBox({ x: 0, y: 0, width: 400, height: 200 })).toEqual({
      x: 140,
      y: 70,
      width: 120,
      height: 60,
    })
  })

  test('not under 10 by 10 in a small container, nor larger than it', () => {
    expect(createManualBox({ x: 0, y: 0, width: 20, height: 8 })).toMatchObject({
      width: 10,
      height: 8,
    })
  })
})

describe('keyboard', () => {
  test.each([
    ['ArrowLeft', { x: 95 }, { width: 75 }],
    ['ArrowRight', { x: 105 }, { width: 85 }],
    ['ArrowUp', { y: 95 }, { height: 55 }],
    ['ArrowDown', { y: 105 }, { height: 65 }],
  ] as const)('%s moves, with shift it resizes', (key, moved, resized) => {
    expect(moveBoxByKey(start, key, false, { step: 5, bounds, min })).toEqual({
      ...start,
      ...moved,
    })
    expect(moveBoxByKey(start, key, true, { step: 5, bounds, min })).toEqual({
      ...start,
      ...resized,
    })
  })

  test('stops at the edge and at the minimum', () => {
    const far = { step: 500, bounds, min }
    expect(moveBoxByKey(start, 'ArrowLeft', false, far).x).toBe(0)
    expect(moveBoxByKey(start, 'ArrowUp', true, far).height).toBe(10)
  })

  test('only arrow keys are arrow keys', () => {
    expect(isArrowKey('ArrowUp')).toBe(true)
    expect(isArrowKey('Escape')).toBe(false)
    expect(isArrowKey('toString')).toBe(false)
  })
})

test('a box outside or too large is brought inside', () => {
  expect(clampBox({ x: -50, y: 280, width: 900, height: 2 }, bounds, min)).toEqual({
    x: 0,
    y: 280,
    width: 400,
    height: 10,
  })
})

test('whatever is dragged, drawn or resized stays inside the image and 10 by 10', () => {
  let seed = 7
  const random = (low: number, high: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return low + (seed / 2_147_483_647) * (high - low)
  }
  const tolerance = 1e-9
  for (let round = 0; round < 300; round += 1) {
    const frame = {
      x: random(-100, 100),
      y: random(-100, 100),
      width: random(min, 500),
      height: random(min, 500),
    }
    const point = () => ({ x: random(-900, 900), y: random(-900, 900) })
    const anything = { ...point(), width: random(-50, 900), height: random(-50, 900) }
    const inside = clampBox(anything, frame, min)
    const corner = corners[round % corners.length] ?? 'top-left'
    const results = [
      inside,
      createManualBox(frame),
      moveBox(inside, point(), frame),
      resizeBox(inside, corner, point(), frame, min),
      resizeBox(anything, corner, point(), frame, min),
      drawBox(point(), point(), frame, min),
    ]
    for (const box of results) {
      expect(box.width).toBeGreaterThanOrEqual(min - tolerance)
      expect(box.height).toBeGreaterThanOrEqual(min - tolerance)
      expect(box.x).toBeGreaterThanOrEqual(frame.x - tolerance)
      expect(box.y).toBeGreaterThanOrEqual(frame.y - tolerance)
      expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width + tolerance)
      expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height + tolerance)
    }
    const moved = moveBox(inside, point(), frame)
    expect(moved.width).toBeCloseTo(inside.width, 9)
    expect(moved.height).toBeCloseTo(inside.height, 9)
  }
})

describe('a 400-unit box', () => {
  test.each([
    ['square', { width: 400, height: 400 }, { x: 40, y: 80, width: 100, height: 200 }],
    ['upright', { width: 800, height: 1600 }, { x: 80, y: 320, width: 200, height: 800 }],
    ['wide', { width: 1200, height: 200 }, { x: 120, y: 40, width: 300, height: 100 }],
  ])('%s image: x and y are scaled separately', (_shape, image, pixels) => {
    const units = { x: 40, y: 80, width: 100, height: 200 }
    expect(toUnits(pixels, image)).toEqual(units)
    expect(fromUnits(units, image)).toEqual(pixels)
  })

  test('the whole image is 400 by 400 units', () => {
    const whole = { x: 0, y: 0, width: 423, height: 640 }
    expect(toUnits(whole, whole)).toEqual({ x: 0, y: 0, width: 400, height: 400 })
  })
})

test('staggered boxes stay inside the frame, however many there are', () => {
  const boxes = Array.from({ length: 40 }, (_, index) => createStaggeredBox(index))
  for (const { x, y, width, height } of boxes) {
    expect([width, height]).toEqual([150, 150])
    expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(400)
  }
})
