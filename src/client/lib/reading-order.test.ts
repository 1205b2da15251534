import { expect, test } from 'vitest'
import { inReadingOrder } from './reading-order.ts'

const at = (id: string, x: number, y: number) => ({ id, x, y })
type Placed = ReturnType<typeof at>

const order = (items: Placed[]) => inReadingOrder(items, ({ x, y }) => ({ x, y }), 48)

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
