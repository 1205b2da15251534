import { expect, test } from 'vitest'
import type { Box } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { objectDots } from './object-view.tsx'

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
