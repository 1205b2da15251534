import { expect, it } from 'vitest'
import { detectTitleLanguage } from './title-language.ts'

it.each([
  ['Nord Quilted jacket in navy', 'en'],
  ['Lederjacke mit Gürtel', 'de'],
  ['Robe longue en coton', 'fr'],
  ['Vestido largo de lana', 'es'],
  ['コットンシャツ', 'ja'],
  ['فستان سهرة طويلة', 'ar'],
  ['Чёрные ботинки', 'ru'],
  // The same in several languages, or a name.
  ['Blazer', undefined],
  ['Acme 501', undefined],
  ['黒', undefined],
])('%s is in %s', (title, language) => {
  expect(detectTitleLanguage(title)).toBe(language)
})
