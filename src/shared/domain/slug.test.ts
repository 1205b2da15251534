import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Silk & Lace Dress', 'silk-lace-dress'],
  ['Café – größe!', 'cafe-große'],
  ['  --  ', ''],
  ['x'.repeat(90), 'x'.repeat(60)],
])('%s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})
