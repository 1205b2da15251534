import { expect, test } from 'vitest'
import { isKnown, guessNameFromEmail } from './text.ts'

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

test.each([
  ['ada.lune@example.com', 'Ada Lune'],
  ['zoe_o-hara+shop@example.com', 'Zoe O Hara Shop'],
  ['-_@example.com', '-_'],
])('%s is the address of %s', (email, name) => {
  expect(guessNameFromEmail(email)).toBe(name)
})
