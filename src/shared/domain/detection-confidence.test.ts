import { expect, test } from 'vitest'
import { lensConfidence, shoppingConfidence } from './detection-confidence.ts'

test.each([
  [0, 0.9],
  [1, 0.85],
  [10, 0.4],
  [18, 0],
  [60, 0],
])('lens confidence is 0.9 minus 0.05 times position: %i', (position, confidence) => {
  expect(lensConfidence(position)).toBeCloseTo(confidence, 10)
})

test.each([
  [{}, 0.8],
  [{ title: 'Coat', price: '$12' }, 0.8 + 0.4 / 3],
  [{ title: 'Coat', price: '$12', seller: 'Maison Ada' }, 1],
])('shopping results 0.8 to 1.0: %j', (product, confidence) => {
  expect(shoppingConfidence(product)).toBeCloseTo(confidence, 10)
})
