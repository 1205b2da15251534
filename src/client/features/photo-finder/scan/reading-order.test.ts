import { expect, test } from 'vitest'
import { inReadingOrder } from './reading-order.ts'

const boxed = (id: string, x: number, y: number) => ({
  id,
  bbox: { x: x - 10, y: y - 10, width: 20, height: 20 },
})

test('dots are in reading order: lines from top to bottom, each from left to right', () => {
  const items = [
    boxed('shoes', 200, 380),
    boxed('bag', 300, 205),
    boxed('hat', 200, 30),
    boxed('coat', 150, 220),
  ]
  expect(inReadingOrder(items).map(({ id }) => id)).toEqual(['hat', 'coat', 'bag', 'shoes'])
})

test('a slowly falling row of boxes is not one endless line', () => {
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
