import { expect, test } from 'vitest'
import { guessCurrency } from './preferences.ts'

test.each([
  [['de-AT', 'en'], 'EUR'],
  [['en-GB'], 'GBP'],
  [['en'], 'USD'],
  [['de'], 'EUR'],
  [['ja'], 'JPY'],
  [['ar-XX', 'fr'], 'EUR'],
  [[], null],
])('%j pays in %s', (languages, currency) => {
  expect(guessCurrency(languages)).toBe(currency)
})
