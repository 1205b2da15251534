import { expect, it } from 'vitest'
import { editDistance, slipsAllowed } from './edit-distance.ts'

it.each([
  ['sneakers', 'sneakers', 0],
  ['snaekers', 'sneakers', 1],
  ['lether', 'leather', 1],
  ['dresss', 'dress', 1],
  ['coat', 'boat', 1],
  ['', 'bag', 3],
  ['kitten', 'sitting', 3],
])('between %s and %s lie %i slips', (a, b, slips) => {
  expect(editDistance(a, b)).toBe(slips)
  expect(editDistance(b, a)).toBe(slips)
})

it('allows more slips in longer words', () => {
  expect(['ab', 'bag', 'coats', 'jacket'].map(slipsAllowed)).toEqual([0, 1, 1, 2])
})
