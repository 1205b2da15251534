import { describe, expect, it } from 'vitest'
import { VOCABULARY_WORDS } from '#shared/vocabulary/vocabulary.ts'
import { isEverydayWord } from './everyday-words.ts'
import { buildSearchRules } from '#server/features/search/rules/search-rules.service.ts'
import { type CatalogWords, readQuery } from './read-query.ts'

const TITLE_WORDS = [
  'hats',
  'panama',
  'coaster',
  'kenji',
  'morikawa',
  'pernille',
  'lace',
  'almara',
  'bandana',
]
const PEOPLE = [{ id: 1, name: 'Kenji Morikawa', key: 'kenji morikawa' }]
const catalog: CatalogWords = {
  rules: async () => buildSearchRules([]),
  namesWith: async (words) => ({
    brands: [],
    people: PEOPLE.filter(({ key }) => key.split(' ').some((part) => words.includes(part))),
    shops: [],
  }),
  inTitles: async () => new Set(),
  similarWords: async (words) => new Map(words.map((word) => [word, TITLE_WORDS])),
}
const correctionOf = async (text: string) => (await readQuery(text, catalog)).corrected

describe('a misspelt word', () => {
  it.each([
    ['drses', 'dress'],
    ['rdess', 'dress'],
    ['red drses', 'red dress'],
    ['jens', 'jeans'],
    ['sneekers', 'sneakers'],
    ['sungalsses', 'sunglasses'],
    ['schwrze stifel', 'schwarze stiefel'],
    ['kenj', 'kenji'],
    ['cardgn', 'cardigan'],
    // Words that exist, but that nobody looks for here.
    ['gold neckless', 'gold necklace'],
    ['earings', 'earrings'],
    // Two words that exist, but not beside each other.
    ['hight heals red', 'high heels red'],
  ])('is corrected, and the query as it was read is returned: %s', async (text, corrected) =>
    expect(await correctionOf(text)).toBe(corrected),
  )

  it('is no other word of two other letters', async () =>
    expect(await correctionOf('birkin')).toBeNull())

  it('is corrected into names, which are then recognised', async () =>
    expect((await readQuery('kenjii', catalog)).people).toEqual([
      { id: 1, name: 'Kenji Morikawa' },
    ]))

  it('stays as it is if it is to be searched exactly, and the correction is offered', async () => {
    const { corrected, nearest, unknown } = await readQuery('drses', catalog, 'exact')
    expect({ corrected, nearest, unknown }).toEqual({
      corrected: null,
      nearest: ['dress'],
      unknown: 'drses',
    })
  })
})

describe('a word that exists', () => {
  it.each([
    'toaster',
    'pizza',
    'mug',
    'frying pan',
    'pan',
    'lake',
    'bread',
    'booth',
    'goat',
    'hate',
    'cuchara',
    'taza',
    'fourchette',
    'assiette',
  ])('is never corrected, whatever it resembles: %s', async (text) =>
    expect(await readQuery(text, catalog)).toMatchObject({ corrected: null, unknown: text }),
  )

  it('names nothing here, even if a colour is known', async () =>
    expect(await readQuery('red toaster', catalog)).toMatchObject({
      unknown: 'red toaster',
      nearest: ['red'],
    }))

  it.each(['banana', 'dross', 'lake'])(
    'is not offered in another spelling either: %s',
    async (text) => expect((await readQuery(text, catalog)).nearest).toEqual([]),
  )
})

it('a word that exists is completed only while it is typed', async () => {
  expect((await readQuery('pan', catalog, 'unfinished')).corrected).toBe('panama')
  expect((await readQuery('pan', catalog)).corrected).toBeNull()
})

it('hardly any word of the vocabulary becomes another word by a typo', () => {
  const swapped = VOCABULARY_WORDS.filter(({ length }) => length > 4 && length < 9).map(
    (word) => `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`,
  )
  const blocked = swapped.filter((word) => !VOCABULARY_WORDS.includes(word) && isEverydayWord(word))
  expect(blocked.length / swapped.length).toBeLessThan(0.06)
})
