import { expect, test } from 'vitest'
import { foldName } from './person-name.ts'

test.each([
  [
    'case, accents, punctuation',
    ['Adwoa Mensah-Clarke', 'adwoa mensah clarke', 'ADWOA MENSAH CLARKE.'],
  ],
  ['apostrophes', ["Sinéad O'Hara", 'Sinead O’Hara', 'SINEAD OHARA']],
  ['width', ['Ａｄａ　Ｌｕｎｅ', 'Ada Lune', ' ada  lune ']],
  ['ø, ł and ß', ['Øre Łucja Groß', 'ore lucja gross', 'ØRE ŁUCJA GROẞ']],
  ['the Turkish i', ['İpek Işık', 'ipek isik', 'ıpek ışık']],
  ['Greek', ['Νίκος', 'ΝΙΚΟΣ']],
  ['Cyrillic', ['Алёна', 'АЛЕНА']],
  ['Arabic', ['مُحَمَّد', 'محمد', 'محـــمد']],
  ['composed and decomposed', ['Zoë', 'Zoe\u0308']],
  ['$ for s', ['A$AP Rocky', 'ASAP Rocky']],
  ['emoji beside letters', ['Mia ❤️', 'Mia']],
  ['emoji only', ['❤️', '❤']],
  ['Chinese with a space', ['王 菲', '王菲']],
])('names that differ in %s are of one person', (_, names) => {
  expect(new Set(names.map(foldName)).size).toBe(1)
})

test.each([
  ['Ada Lune', 'Ida Lune'],
  ['राम', 'रमा'],
  ['かき', 'かぎ'],
  ['王菲', '王非'],
  ['💃', '🕺'],
  ['❤️', '☀️'],
])('%s and %s are two people', (first, second) => {
  expect(foldName(first)).not.toBe(foldName(second))
})

test('a key is never empty, and never longer than an index allows', () => {
  for (const name of ['💃', '!', 'ﷺ'.repeat(200), '😀'.repeat(200)]) {
    expect(foldName(name)).not.toBe('')
    expect(Buffer.byteLength(foldName(name))).toBeLessThanOrEqual(800)
  }
})
