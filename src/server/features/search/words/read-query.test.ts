import { describe, expect, it } from 'vitest'
import { type CatalogueWords, readQuery } from './read-query.ts'

const TITLE_WORDS = ['wrap', 'almara', 'velvet', 'oversized', 'dress', 'watch', 'sneaker']
const catalogue: CatalogueWords = {
  namesWith: async () => ({
    brands: [
      { name: 'Oslo & Fjord', key: 'oslo and fjord' },
      { name: 'The Scarf Room', key: 'the scarf room' },
    ],
    people: [{ id: 1, name: 'Amara Okonjo-Bell', key: 'amara okonjo bell' }],
    shops: [{ id: 5, name: 'Second Look', key: 'second look' }],
  }),
  inTitles: async (words) => new Set(words.filter((word) => TITLE_WORDS.includes(word))),
  alike: async (typed) => TITLE_WORDS.filter((word) => word.startsWith(typed)),
}
const read = async (text: string) => {
  const asked = await readQuery(text, catalogue)
  return Object.fromEntries(
    Object.entries(asked).filter(
      ([, value]) => value !== null && value !== false && !(Array.isArray(value) && !value.length),
    ),
  )
}

describe('a query', () => {
  it.each([
    ['red 👠', { kinds: ['heels'], colours: ['red'] }],
    ['LBD', { kinds: ['dresses'], colours: ['black'] }],
    ['little black dress', { kinds: ['dresses'], colours: ['black'] }],
    ['dress without stripes', { kinds: ['dresses'] }],
    ['dress, not in black', { kinds: ['dresses'] }],
    ['black coat', { kinds: ['coats', 'capes', 'puffers'], colours: ['black'] }],
    ['gray jumper', { kinds: ['sweaters', 'cardigans'], colours: ['grey'] }],
    ['ruby dress', { kinds: ['dresses'], colours: ['red'] }],
    ['plaid skirt', { kinds: ['skirts'], patterns: ['checked'] }],
    ['suede boots', { kinds: ['boots'], materials: ['suede'] }],
    ['denim jacket', { kinds: ['jackets'], materials: ['denim'] }],
    ['oslo and fjord tee', { kinds: ['tshirts'], brand: 'Oslo & Fjord' }],
    ['the scarf room', { brand: 'The Scarf Room' }],
    [
      'amara okonjo-bell shoes',
      { kinds: ['footwear'], people: [{ id: 1, name: 'Amara Okonjo-Bell' }] },
    ],
    ['second look jeans', { kinds: ['jeans'], shop: { id: 5, name: 'Second Look' } }],
    ['second hand bag in stock', { kinds: ['bags'], condition: 'used', isInStock: true }],
    [
      'pre-loved jeans under 40 €',
      { kinds: ['jeans'], condition: 'used', price: { max: 40, currency: 'EUR' } },
    ],
    ['wrap dress', { kinds: ['dresses'], preferred: ['wrap'] }],
    ['fedoras', { kinds: ['hats'], preferred: ['fedora'] }],
    ['miniskirt', { kinds: ['skirts'], preferred: ['mini'] }],
    ['mary janes', { kinds: ['flats'], preferred: ['mary', 'jane'] }],
    ['trainers', { kinds: ['sneakers'] }],
    ['boots with a velvet dress', { kinds: ['boots'], preferred: ['dress'] }],
  ])('asks for what it says: %s', async (text, asked) => expect(await read(text)).toEqual(asked))

  it('is about the last thing it names, and not about what that goes with', async () => {
    expect((await read('dress watch'))['kinds']).toEqual(['watches'])
    expect((await read('dress shoes'))['kinds']).toEqual(['dress-shoes'])
    expect(await read('shoes to wear with a black suit')).toEqual({ kinds: ['footwear'] })
    expect(await read('dress with stripes')).toEqual({ kinds: ['dresses'], patterns: ['striped'] })
  })

  it.each([
    ['snekers', 'sneakers'],
    ['trousrs', 'trousers'],
    ['sungalsses', 'sunglasses'],
    ['wite sneakers', 'sneakers'],
  ])('is corrected into words of the vocabulary: %s', async (text, kind) =>
    expect((await read(text))['kinds']).toEqual([kind]),
  )

  it.each(['wedding', 'winter', 'women', 'gym'])('never corrects a known word: %s', async (word) =>
    expect(await read(`red dress for ${word}`)).toEqual({ kinds: ['dresses'], colours: ['red'] }),
  )

  it.each(['help me read', 'what is the time', 'a big meeting', 'listen to music'])(
    'never takes an everyday word for a typo: %s',
    async (text) => expect((await read(text))['isUnknown']).toBe(true),
  )

  it.each([
    'xylophone qwertz',
    '% _ \\ :* & | !',
    "'; DROP TABLE products; --",
    '𝔮𝔮𝔮',
    '🦖',
    '\u202E',
  ])('means nothing if no word does: %s', async (text) =>
    expect((await read(text))['isUnknown']).toBe(true),
  )

  it('is read in full width and with any accents', async () => {
    expect(await read('ＢＬＡＣＫ ｄｒëｓｓ')).toEqual({ kinds: ['dresses'], colours: ['black'] })
  })

  it('is cut off before it takes long to read', async () => {
    const looked: string[] = []
    const alike = async (word: string) => (looked.push(word), [])
    await readQuery('xq '.repeat(100_000), { ...catalogue, alike })
    expect(looked).toHaveLength(16)
    await readQuery('a'.repeat(1_000_000), { ...catalogue, alike })
    expect(looked.at(-1)).toHaveLength(100)
  })
})
