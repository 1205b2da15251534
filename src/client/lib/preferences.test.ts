import { expect, test } from 'vitest'
import { currencyOfLanguages } from './preferences.ts'

test.each([
  [['de-AT', 'en'], 'EUR'],
  [['en-GB'], 'GBP'],
  [['en'], 'USD'],
  [['de'], 'EUR'],
  [['ja'], 'JPY'],
  [['ar-XX', 'fr'], 'EUR'],
  [[], null],
])('%j pays in %s', (languages, currency) => {
  expect(currencyOfLanguages(languages)).toBe(currency)
})
