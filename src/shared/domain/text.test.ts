import { expect, test } from 'vitest'
import { isKnown } from './text.ts'

test.each([
  ['x', true],
  ['', false],
  ['  ', false],
  ['N/A', false],
  [' n/a ', false],
  [null, false],
  [undefined, false],
])('%j is known: %s', (value, known) => {
  expect(isKnown(value)).toBe(known)
})
