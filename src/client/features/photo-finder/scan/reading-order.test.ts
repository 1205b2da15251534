import { expect, test } from 'vitest'
import { inReadingOrder } from './reading-order.ts'

const boxed = (id: string, x: number, y: number) => ({
  id,
  bbox: { x: x - 10, y: y - 10, width: 20, height: 20 },
})

test('sorts lines from top to bottom and each line from left to right', () => {
  const items = [
    boxed('shoes', 200, 380),
    boxed('bag', 300, 205),
    boxed('hat', 200, 30),
    boxed('coat', 150, 220),
  ]
  expect(inReadingOrder(items).map(({ id }) => id)).toEqual(['hat', 'coat', 'bag', 'shoes'])
})

test('does not join a descending row of boxes into one line', () => {
  const stairs = Array.from({ length: 10 }, (_, step) =>
    boxed(String(step), 390 - step * 30, step * 30),
  )
  expect(inReadingOrder(stairs).map(({ id }) => id)).toEqual([
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
