import { expect, it } from 'vitest'
import { scoreNearest } from './nearest-items.ts'

const item = (photo: string, kind: string, angle: number, words: Record<string, string>) => ({
  photo,
  kind,
  category: kind === 'bag' ? 'bags' : 'clothing',
  words,
  vector: Float32Array.of(Math.cos(angle), Math.sin(angle)),
})

it('compares each item with the nearest one of its category in another photo', () => {
  const items = [
    item('a', 'top', 0, { colour: 'red', type: 'shirt' }),
    item('a', 'pants', 0.01, { colour: 'blue' }),
    item('b', 'top', 0.2, { colour: 'red', type: 'blouse' }),
    item('c', 'pants', 0.9, { colour: 'green' }),
    item('c', 'bag', 0.21, { colour: 'red' }),
  ]
  // a top: b; a pants: b; b: a pants; c pants: b; the only bag has no neighbour.
  expect(scoreNearest(items, items)).toEqual({
    items: 4,
    kind: 0.25,
    words: { colour: 0.25, type: 0 },
  })
  expect(scoreNearest([], [])).toBeNull()
})
