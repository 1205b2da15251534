import { expect, test } from 'vitest'
import type { Box } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { labelPosition, objectDots, toolbarPosition } from './canvas-layout.ts'

const window = { width: 400, height: 600 }
const toolbar = { width: 140, height: 44 }

test.each([
  ['below the box', { x: 130, y: 100, width: 140, height: 100 }, { x: 130, y: 208 }],
  [
    'above its label at the foot of the photo',
    { x: 130, y: 500, width: 140, height: 90 },
    { x: 130, y: 416 },
  ],
  [
    'inside one as high as the photo',
    { x: 130, y: 0, width: 140, height: 600 },
    { x: 130, y: 548 },
  ],
  [
    'below the label of a tiny box at the top of the photo',
    { x: 130, y: 10, width: 20, height: 12 },
    { x: 70, y: 62 },
  ],
  ['inside the photo at its left edge', { x: 0, y: 100, width: 20, height: 20 }, { x: 8, y: 128 }],
  [
    'inside the photo at its right edge',
    { x: 380, y: 100, width: 20, height: 20 },
    { x: 252, y: 128 },
  ],
])('puts the buttons of a box %s', (_, box, position) => {
  expect(toolbarPosition(box, toolbar, window)).toEqual(position)
})

test.each([
  ['above its box', { x: 130, y: 100, width: 140, height: 100 }, { left: 0, top: -30 }],
  [
    'further left where the photo ends',
    { x: 350, y: 100, width: 20, height: 20 },
    { left: -50, top: -30 },
  ],
  [
    'inside a box at the top of the photo',
    { x: 130, y: 10, width: 140, height: 100 },
    { left: 0, top: 6 },
  ],
  ['below a box it would cover', { x: 130, y: 10, width: 140, height: 20 }, { left: 0, top: 26 }],
])('the label is %s', (_, box, position) => {
  expect(labelPosition(box, { width: 100, height: 24 }, window)).toEqual(position)
})

/** A photo of 400 by 600. */
const RATIO = 1.5
const seen = (label: string, category: Category, bbox: Box) => ({ label, category, bbox })
const isIn = ({ x, y, width, height }: Box, dot: { x: number; y: number } | undefined) =>
  dot !== undefined && dot.x > x && dot.x < x + width && dot.y > y && dot.y < y + height

test('a dot lies in the middle of what stands alone', () => {
  const [dot] = objectDots(
    [seen('red bag', 'bags', { x: 100, y: 200, width: 40, height: 20 })],
    RATIO,
  )
  expect(dot).toEqual({ x: 120, y: 210 })
})

test('a dot lies on a leg of trousers, not between the two', () => {
  const box = { x: 100, y: 160, width: 120, height: 200 }
  const [dot] = objectDots([seen('black jeans', 'clothing', box)], RATIO)
  expect(isIn({ x: 100, y: 200, width: 50, height: 60 }, dot)).toBe(true)
})

test.each([
  ['black shoes', 'footwear'],
  ['white socks', 'clothing'],
  ['white legwear', 'clothing'],
] as const)('a dot lies on one of two %s, not on the ground', (label, category) => {
  const box = { x: 100, y: 340, width: 80, height: 30 }
  const [dot] = objectDots([seen(label, category, box)], RATIO)
  expect(isIn({ ...box, width: 35 }, dot)).toBe(true)
})

test('a dot lies on an open jacket beside what is worn below it', () => {
  const jacket = { x: 100, y: 100, width: 160, height: 120 }
  const top = { x: 140, y: 105, width: 80, height: 110 }
  const [dot, below] = objectDots(
    [seen('denim jacket', 'clothing', jacket), seen('black top', 'clothing', top)],
    RATIO,
  )
  expect([isIn(jacket, dot), isIn(top, dot), isIn(top, below)]).toEqual([true, false, true])
})
