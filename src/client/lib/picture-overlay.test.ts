import { expect, test } from 'vitest'
import { sortInReadingOrder, spreadDots } from './picture-overlay.ts'

const at = (id: string, x: number, y: number) => ({ id, x, y })
type Placed = ReturnType<typeof at>

const order = (items: Placed[]) => sortInReadingOrder(items, ({ x, y }) => ({ x, y }), 48)

test('sorts lines from top to bottom and each line from left to right', () => {
  const items = [
    at('shoes', 200, 380),
    at('bag', 300, 205),
    at('hat', 200, 30),
    at('coat', 150, 220),
  ]
  expect(order(items).map(({ id }) => id)).toEqual(['hat', 'coat', 'bag', 'shoes'])
})

test('does not join a descending row of boxes into one line', () => {
  const stairs = Array.from({ length: 10 }, (_, step) =>
    at(String(step), 390 - step * 30, step * 30),
  )
  expect(order(stairs).map(({ id }) => id)).toEqual([
    '1',
    '0',
    '3',
    '2',
    '5',
    '4',
    '7',
    '6',
    '9',
    '8',
  ])
})

const size = { width: 300, height: 400 }

const nearest = (dots: { x: number; y: number }[]) =>
  Math.min(
    ...dots.flatMap((one, index) =>
      dots.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    ),
  )

test('leaves dots that are far apart where they are', () => {
  const points = [
    { x: 50, y: 50 },
    { x: 200, y: 300 },
  ]
  expect(spreadDots(points, 32, size)).toEqual(points)
})

test.each([2, 3, 5, 8])('moves %i dots at the same position apart', (count) => {
  const dots = spreadDots(
    Array.from({ length: count }, (_, index) => ({ x: 150 + index * 0.5, y: 200 })),
    32,
    size,
  )
  expect(nearest(dots)).toBeGreaterThan(26)
})

test('keeps a dot in the corner inside the photo', () => {
  const [dot] = spreadDots([{ x: 0, y: 400 }], 32, size)
  expect(dot).toEqual({ x: 16, y: 384 })
})

test('gives the same positions for the same dots', () => {
  const points = [
    { x: 100, y: 100 },
    { x: 100, y: 100 },
    { x: 104, y: 99 },
  ]
  expect(spreadDots(points, 32, size)).toEqual(spreadDots(points, 32, size))
})
