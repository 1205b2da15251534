import { expect, test } from 'vitest'
import { rateCertainty } from './certainty.ts'

const thresholds = { sameItem: 0.9, close: 0.7, similar: 0.5 }

test.each([
  [1, 'same item'],
  [0.9, 'same item'],
  [0.89, 'close'],
  [0.7, 'close'],
  [0.69, 'similar'],
  [0.5, 'similar'],
  [0.49, null],
  [-1, null],
  [Number.NaN, null],
])('a cosine of %d is %s', (cosine, certainty) => {
  expect(rateCertainty(cosine, thresholds)).toBe(certainty)
})
