import { describe, expect, it } from 'vitest'
import { readPrice } from './query-conditions.ts'
import { buildSearchRules } from '#server/features/search/rules/search-rules.service.ts'
import { type CatalogWords, readQuery } from './read-query.ts'

const TITLE_WORDS = 'wrap velvet oversized dress black striped sleeveless soft stiletto'.split(' ')
const NAMES = {
  brands: [{ name: 'Çelik', key: 'celik' }],
  people: [{ id: 1, name: 'Ada Lune', key: 'ada lune' }],
  shops: [{ id: 5, name: 'Second Look', key: 'second look' }],
}
const sharing =
  (words: readonly string[]) =>
  ({ key }: { key: string }) =>
    key.split(' ').some((part) => words.includes(part))
const catalog: CatalogWords = {
  rules: async () => buildSearchRules([]),
  namesWith: async (words) => ({
    brands: NAMES.brands.filter(sharing(words)),
    people: NAMES.people.filter(sharing(words)),
    shops: NAMES.shops.filter(sharing(words)),
  }),
  inTitles: async (words) => new Set(words.filter((word) => TITLE_WORDS.includes(word))),
  similarWords: async (words) =>
    new Map(words.map((typed) => [typed, TITLE_WORDS.filter((word) => word.startsWith(typed))])),
}
const isAsked = (value: unknown) =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
const askedIn = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => isAsked(value)))
/** What a query asks for, without explanations and without what it does not mention. */
const read = async (text: string): Promise<Record<string, unknown>> => {
  const {
    excluded,
    ignored: _ignored,
    occasionWords: _occasionWords,
    ...asked
  } = await readQuery(text, catalog)
  const not = askedIn(excluded)
  return { ...askedIn(asked), ...(isAsked(Object.keys(not)) && { excluded: not }) }
}

describe('a query whose words may mean several things', () => {
  it.each([
    [
      'no stripes and black dress',
      { colors: ['black'], kinds: ['dresses'], excluded: { patterns: ['striped'] } },
    ],
    ['not black or a dress', { kinds: ['dresses'], excluded: { colors: ['black'] } }],
    // What titles say in words of the vocabulary is a condition, not a word to look for.
    ['velvet dress', { kinds: ['dresses'], materials: ['velvet'] }],
    ['striped dress', { kinds: ['dresses'], patterns: ['striped'] }],
    ['sleeveless dress', { kinds: ['dresses'], traits: ['sleeves:none'] }],
    ['stiletto boots', { kinds: ['boots'], traits: ['heel:high'] }],
    ['dress shirt', { kinds: ['shirts'], narrowingWords: ['dress'], unreadWords: ['dress'] }],
    ['sundress', { kinds: ['dresses'], narrowingWords: ['sundress'], unreadWords: ['sundress'] }],
    ['soft', { words: ['soft'] }],
    ['oversized', { words: ['oversized'] }],
    ['oversized dress', { kinds: ['dresses'], words: ['oversized'] }],
    ['black and gold ring', { kinds: ['rings'], colors: ['black'], materials: ['gold'] }],
    ['pearl dress', { kinds: ['dresses'], colors: ['white'] }],
    ['pearl necklace', { kinds: ['necklaces'], materials: ['pearl'] }],
    ['maxi', { traits: ['length:maxi'] }],
    ['long jeans', { kinds: ['jeans'] }],
    ['dress not long', { kinds: ['dresses'] }],
    ['wrap without dress', { words: ['wrap'], excluded: { kinds: ['dresses'] } }],
    ['celik dress', { kinds: ['dresses'], brand: 'Çelik' }],
    ['second look', { shop: { id: 5, name: 'Second Look' } }],
    ['under 50', { price: { max: 50 } }],
    ['used', { condition: 'used' }],
    ['brand new', { condition: 'new' }],
    ['in stock', { isInStock: true }],
    ['used wrap', { condition: 'used', words: ['wrap'] }],
    ['under 50 kettle', { price: { max: 50 }, unknown: 'kettle' }],
    ['gym', { occasions: ['gym'] }],
    ['maternity jeans', { kinds: ['jeans'], occasions: ['maternity'] }],
    ['shoes for the gym', { kinds: ['footwear'], occasions: ['gym'] }],
    ['heels for a wedding', { kinds: ['heels'], occasions: ['wedding-guest'] }],
    ['winter sweater', { kinds: ['sweaters', 'cardigans'], occasions: ['winter'] }],
    ['boots for the gym', { kinds: ['boots'] }],
    ['ada lune dress', { kinds: ['dresses'], people: [{ id: 1, name: 'Ada Lune' }] }],
  ])('asks for what most visitors mean: %s', async (text, asked) =>
    expect(await read(text)).toEqual(asked),
  )

  it.each([
    ['with a black dress', { kinds: ['dresses'], colors: ['black'] }],
    ['like a dress', { kinds: ['dresses'] }],
    ['black with a dress', { kinds: ['dresses'], colors: ['black'] }],
    ['striped top for jeans', { kinds: ['tops'], patterns: ['striped'] }],
    ['shoes for a striped bag', { kinds: ['footwear'] }],
    ['black bag for boots', { kinds: ['bags'], colors: ['black'] }],
    [
      'shoes to wear with a suit for women',
      { kinds: ['footwear'], departments: ['women'], occasions: ['office'] },
    ],
    [
      'shoes to go with a suit for a wedding',
      { kinds: ['footwear'], occasions: ['wedding-guest'] },
    ],
    ['shoes for a sleeveless jumpsuit', { kinds: ['footwear'], traits: ['sleeves:none'] }],
  ])('says with what, for whom and for which occasion: %s', async (text, asked) =>
    expect(await read(text)).toEqual(asked),
  )

  it.each([
    ['dress 38', '38', ['women38'], ['m']],
    ['dress m', 'm', ['m'], ['women38', 'women40', 'men48', 'men50']],
    ['dress 15', '15', ['women43', 'women47'], []],
    ['dress 64', '64', ['women64', 'number64'], []],
    ['dress 68', '68', ['women68', 'number68'], []],
    ['dress 176', '176', ['cm176'], []],
    ['dress age 7', 'age 7', ['cm122'], []],
    ['coat for 6 months', '6 months', ['cm68'], []],
    ['boots 42.5', '42.5', ['shoe42.5'], []],
    ["women's boots us 8.5", 'us 8.5', ['shoe39.5'], ['shoe39', 'shoe40']],
    ['size 38', 'size 38', ['women38'], ['m']],
    ['bag size 38', 'size 38', ['number38'], []],
  ])('asks for a size, and for those that fit as well: %s', async (text, words, exact, near) => {
    const { size, ignored, unknown } = await readQuery(text, catalog)
    expect({ size, ignored, unknown }).toEqual({
      size: { words, exact, near },
      ignored: [],
      unknown: null,
    })
  })

  it.each([
    ['dress aged 7', 'cm122'],
    ['dress in size 38, please', 'women38'],
    ['uk 10, black dress', 'women38'],
    ['coat for a 6 months old', 'cm68'],
    ['uk size 10 dress', 'women38'],
  ])('asks for a size in other words: %s', async (text, token) =>
    expect((await readQuery(text, catalog)).size?.exact).toEqual([token]),
  )

  it.each([
    'dress 7',
    'dress 14',
    'dress 65',
    'dress 67',
    'dress 177',
    '38 mm dress',
    'dress 38 inch',
    '38',
    'm',
  ])('takes no other number for a size: %s', async (text) =>
    expect((await readQuery(text, catalog)).size).toBeNull(),
  )

  it.each([
    ['xylophone dress', ['We ignored “xylophone”: we do not know this word.']],
    ['dress 7', ['We ignored “7”: we do not know this word.']],
    ['soft dress', ['We ignored “soft”: shops do not list it.']],
    ['dress not long', ['We ignored “without long”: shops rarely say so.']],
    ['dress without pleats', ['We ignored “without pleats”: shops rarely say so.']],
    ['boots for the gym', ['We ignored “gym”: it says little about boots.']],
    ['wedding guest running shoes', ['We ignored “wedding guest”: it says little about sneakers.']],
    [
      'beach gym dress',
      [
        'We ignored “beach”: it says little about dresses.',
        'We ignored “gym”: it says little about dresses.',
      ],
    ],
    ['party dress', []],
    ['a b c dress', []],
    ['ж dress', []],
    ['a very nice long dress in size 38', []],
  ])('explains which words it ignores: %s', async (text, explanations) =>
    expect((await readQuery(text, catalog)).ignored.map(({ did }) => did)).toEqual(explanations),
  )

  it.each(['under 50', 'used', 'in stock', 'size 38'])(
    'with a word that nobody knows finds nothing instead of everything: %s',
    async (condition) => {
      expect(await read(condition)).not.toHaveProperty('unknown')
      expect(await read(`${condition} xylophone`)).toHaveProperty('unknown', 'xylophone')
      expect(await read(`${condition} xylophone kettle`)).toHaveProperty(
        'unknown',
        'xylophone kettle',
      )
      expect(await read(`${condition} kettle`)).toHaveProperty('unknown', 'kettle')
    },
  )

  it('is completed while its last word is typed', async () => {
    const { corrected } = await readQuery('dress ove', catalog, 'unfinished')
    expect(corrected).toBe('dress oversized')
    expect(await read('dress vel')).toEqual({
      kinds: ['dresses'],
      materials: ['velvet'],
      corrected: 'dress velvet',
    })
    expect(await read('dress oversi')).toEqual({
      kinds: ['dresses'],
      words: ['oversized'],
      corrected: 'dress oversized',
    })
    expect(await read('ove dress')).toEqual({ kinds: ['dresses'] })
  })

  it('has only words looked up that nothing else explains', async () => {
    const looked: (readonly string[])[] = []
    const alike = async (words: readonly string[]) => (looked.push(words), new Map())
    const reading = { ...catalog, similarWords: alike }
    await readQuery('black wrap dress 38', reading)
    expect(looked).toEqual([])
    await readQuery('black xylophone dress 38 qwertz xylophone', reading)
    expect(looked).toEqual([['xylophone', 'qwertz']])
  })
})

describe('a number in a query', () => {
  it.each([
    ['coat 1-2k', { min: 1000, max: 2000 }],
    ['coat 1k-2k €', { min: 1000, max: 2000, currency: 'EUR' }],
    ['socks 5-8 euros', { min: 5, max: 8, currency: 'EUR' }],
    ['socks between 5 and 8', { min: 5, max: 8 }],
    ['socks 5 to 8', { min: 5, max: 8 }],
    ['socks 10-20', { min: 10, max: 20 }],
    ['socks 50-50 €', { min: 50, max: 50, currency: 'EUR' }],
    ['socks 5 and 8 euros', { min: 5, max: 8, currency: 'EUR' }],
    ['coat 80 or more', { min: 80 }],
    ['coat from 80', { min: 80 }],
    ['coat 300 € or less and over 100 €', { min: 100, max: 300, currency: 'EUR' }],
    ['coat under 1.200,50 €', { max: 1200.5, currency: 'EUR' }],
  ])('is a price in %s', (text, price) => expect(readPrice(text).price).toEqual(price))

  it.each(['9-20 scarves', '100-50 dresses', 'jeans 501 and 505'])('is none in %s', (text) =>
    expect(readPrice(text)).toEqual({ price: null, rest: text }),
  )
})
