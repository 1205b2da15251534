import { expect, test } from 'vitest'
import { isStorable } from './request-body.ts'

test.each([
  ['plain', true],
  ['é 漢字 👗', true],
  [{ deep: [{ er: 'fine' }, 7, null, true] }, true],
  [undefined, true],
  ['nul \u0000', false],
  ['half \ud83d', false],
  [{ deep: [{ er: 'nul \u0000' }] }, false],
  [{ 'ke\u0000y': 1 }, false],
])('%j', (value, storable) => {
  expect(isStorable(value)).toBe(storable)
})

test('however deep', () => {
  let value: unknown = '\u0000'
  for (let depth = 0; depth < 100_000; depth += 1) value = [value]
  expect(isStorable(value)).toBe(false)
})
