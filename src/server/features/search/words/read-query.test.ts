import { describe, expect, it } from 'vitest'
import { MAX_BLOCK_MS, measureBlock } from '#tests/support/event-loop.ts'
import { buildSearchRules } from '#server/features/search/rules/search-rules.service.ts'
import { type CatalogWords, readQuery } from './read-query.ts'

const TITLE_WORDS = ['wrap', 'almara', 'velvet', 'oversized', 'dress', 'watch', 'sneaker']
const catalog: CatalogWords = {
  rules: async () => buildSearchRules([]),
  namesWith: async () => ({
    brands: [
      { name: 'Oslo & Fjord', key: 'oslo and fjord' },
      { name: 'The Scarf Room', key: 'the scarf room' },
    ],
    people: [{ id: 1, name: 'Amara Okonjo-Bell', key: 'amara okonjo bell' }],
    shops: [{ id: 5, name: 'Second Look', key: 'second look' }],
  }),
  inTitles: async (words) => new Set(words.filter((word) => TITLE_WORDS.includes(word))),
  similarWords: async (words) =>
    new Map(
      words.map((typed) => [typed, TITLE_WORDS.filter((word) => word.startsWith(typed))] as const),
    ),
}
const given = (members: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && value !== false && !(Array.isArray(value) && !value.length),
    ),
  )
const read = async (text: string): Promise<Record<string, unknown>> => {
  const {
    excluded,
    ignored: _ignored,
    corrected: _corrected,
    occasionWords: _occasionWords,
    ...asked
  } = await readQuery(text, catalog)
  const not = given(excluded)
  return { ...given(asked), ...(Object.keys(not).length > 0 ? { excluded: not } : {}) }
}

it.each([
  'leather sofa',
  'ski lift tickets',
  'fishing rod',
  'ring light',
  'golf clubs',
  'shoe size chart',
  'coat of arms',
  'samsung phone',
  'cheap flights to rome',
  'what goes with white jeans',
])('asks for something else than clothes: %s', async (text) =>
  expect((await readQuery(text, catalog)).unknown).not.toBeNull(),
)

it.each([
  'shoes for the gym class',
  'photo dress',
  'dress with pictures',
  'what to wear to a club',
])('is about clothes although it has another noun: %s', async (text) =>
  expect((await readQuery(text, catalog)).unknown).toBeNull(),
)

it.each([
  ['ray ban sunglasses', 'We ignored “ray ban”: nothing here is of this name.'],
  ['dress like xaviera qwertz', 'We ignored “xaviera qwertz”: nothing here is of this name.'],
  ['xaviera qwertz dress', 'We ignored “xaviera qwertz”: we do not know these words.'],
  [
    'princess diana blazer',
    'Nothing here is of the name “princess diana”. We read it as the style “classic”.',
  ],
  ['classy dress', 'We read “classy” as the style “evening”: such products come first.'],
])('says what became of names and praise: %s', async (text, notice) =>
  expect((await readQuery(text, catalog)).ignored.map(({ did }) => did)).toContain(notice),
)

describe('a query', () => {
  it.each([
    ['red 👠', { kinds: ['heels'], colors: ['red'] }],
    ['LBD', { kinds: ['dresses'], colors: ['black'] }],
    ['little black dress', { kinds: ['dresses'], colors: ['black'] }],
    ['dress without stripes', { kinds: ['dresses'], excluded: { patterns: ['striped'] } }],
    ['dress not called almara', { kinds: ['dresses'], excluded: { words: ['almara'] } }],
    ['dress called almara', { kinds: ['dresses'], words: ['almara'] }],
    ['i hate velvet dresses', { kinds: ['dresses'], excluded: { materials: ['velvet'] } }],
    ['jacket that doesnt have a hood', { kinds: ['jackets'], excluded: { traits: ['hood:yes'] } }],
    [
      'jumper, allergic to wool',
      { kinds: ['sweaters', 'cardigans'], excluded: { materials: ['wool'] } },
    ],
    [
      'boots instead of heels',
      { kinds: ['boots'], excluded: { kinds: ['heels'], traits: ['heel:high'] } },
    ],
    ['dress, not in black', { kinds: ['dresses'], excluded: { colors: ['black'] } }],
    ['non-leather bag', { kinds: ['bags'], excluded: { materials: ['leather'] } }],
    ['leather-free shoes', { kinds: ['footwear'], excluded: { materials: ['leather'] } }],
    ['jacket -denim', { kinds: ['jackets'], excluded: { materials: ['denim'] } }],
    ['gloves i can use my phone with', { kinds: ['gloves'] }],
    [
      'can i wear brown shoes with a navy suit',
      { kinds: ['footwear'], colors: ['brown'], occasions: ['office'] },
    ],
    ['dress to cover my arms', { kinds: ['dresses'], traits: ['sleeves:some'] }],
    [
      'black and white dress',
      { kinds: ['dresses'], colors: ['black', 'white'], isEveryColor: true },
    ],
    ['black or white dress', { kinds: ['dresses'], colors: ['black', 'white'] }],
    ['black tie', { occasions: ['black-tie'] }],
    ['black tie for men', { occasions: ['black-tie'], departments: ['men'] }],
    ['black tie men', { occasions: ['black-tie'], departments: ['men'] }],
    ["women's black tie", { occasions: ['black-tie'], departments: ['women'] }],
    ['black tie silk', { kinds: ['ties'], colors: ['black'], materials: ['silk'] }],
    ['black necktie for men', { kinds: ['ties'], colors: ['black'], departments: ['men'] }],
    ['svart klänning', { kinds: ['dresses'], colors: ['black'] }],
    ['crna haljina', { kinds: ['dresses'], colors: ['black'] }],
    ['musta mekko', { kinds: ['dresses'], colors: ['black'] }],
    ['검은 원피스', { kinds: ['dresses'], colors: ['black'] }],
    ['黑色连衣裙', { kinds: ['dresses'], colors: ['black'] }],
    ['черна рокля', { kinds: ['dresses'], colors: ['black'] }],
    ['winterjacke wasserdicht', { kinds: ['jackets'], occasions: ['winter', 'rain'] }],
    ['серьги золотые', { kinds: ['earrings'], materials: ['gold'] }],
    [
      'cord overshirt',
      {
        kinds: ['shirts'],
        materials: ['corduroy'],
        narrowingWords: ['overshirt'],
        unreadWords: ['overshirt'],
      },
    ],
    // Shades and groups of colours.
    [
      'emerald dress',
      {
        kinds: ['dresses'],
        colors: ['green'],
        shade: { name: 'emerald', words: ['emerald', 'kelly', 'jade', 'bright'] },
      },
    ],
    ['navy dress', { kinds: ['dresses'], colors: ['navy'] }],
    [
      'neutral bag',
      { kinds: ['bags'], colors: ['beige', 'cream', 'white', 'grey', 'brown', 'tan', 'black'] },
    ],
    ['two tone shoes', { kinds: ['footwear'], patterns: ['colour block'] }],
    // Exclusions by words of titles, and of some of a kind.
    [
      'dress not velvet oversized',
      { kinds: ['dresses'], excluded: { materials: ['velvet'] }, words: ['oversized'] },
    ],
    ['sneakers not oversized', { kinds: ['sneakers'], excluded: { words: ['oversized'] } }],
    ['trousers no skinny jeans', { kinds: ['trousers'], excluded: { words: ['skinny'] } }],
    ['no skinny jeans', { kinds: ['jeans'], excluded: { words: ['skinny'] } }],
    ['shoes without laces', { kinds: ['footwear'], traits: ['fastening:none'] }],
    ['coat that is not too heavy', { kinds: ['coats', 'capes', 'puffers'] }],
    // Names hide no words: neither navy nor a size.
    ['old navy jeans', { kinds: ['jeans'] }],
    ['h&m dress', { kinds: ['dresses'] }],
    [
      'hunter green dress',
      {
        kinds: ['dresses'],
        colors: ['green'],
        shade: {
          name: 'hunter green',
          words: ['hunter', 'dark', 'deep', 'bottle', 'forest', 'racing', 'spruce', 'pine', 'ivy'],
        },
      },
    ],
    ['kate middleton coat', { kinds: ['coats', 'capes', 'puffers'], occasions: ['classic'] }],
    ['bag that fits a 15 inch laptop', { kinds: ['bags'], occasions: ['laptop'] }],
    ['mother of the bride', { occasions: ['bridesmaid'] }],
    ['classy dress', { kinds: ['dresses'], leanings: ['evening'] }],
    ['new arrivals', { order: 'newest' }],
    [
      'sleepsuit 6-9 months',
      {
        kinds: ['nightwear', 'jumpsuits'],
        departments: ['baby'],
        size: { words: '6-9 months', exact: ['cm68', 'cm74'], near: [] },
        narrowingWords: ['sleepsuit'],
        unreadWords: ['sleepsuit'],
      },
    ],
    ['gore-tex boots', { kinds: ['boots'], materials: ['gore-tex'] }],
    ['trousers -jeans', { kinds: ['trousers'], excluded: { kinds: ['jeans'] } }],
    ['anything but black boots', { kinds: ['boots'], excluded: { colors: ['black'] } }],
    ['skirt that is not mini', { kinds: ['skirts'], excluded: { traits: ['length:mini'] } }],
    ['top no black or white', { kinds: ['tops'], excluded: { colors: ['black', 'white'] } }],
    ['turtle neck sweater', { kinds: ['turtlenecks'] }],
    ['long floral dress', { kinds: ['dresses'], patterns: ['floral'], traits: ['length:maxi'] }],
    [
      'vestido de flores largo',
      { kinds: ['dresses'], patterns: ['floral'], traits: ['length:maxi'] },
    ],
    ['high waisted shorts', { kinds: ['shorts'], traits: ['waist:high'] }],
    ['dress without sleeves', { kinds: ['dresses'], traits: ['sleeves:none'] }],
    ['shoes with no heel', { kinds: ['footwear'], traits: ['heel:flat'] }],
    ['not used dress', { kinds: ['dresses'], excluded: { condition: 'used' } }],
    ['cheap dresses', { kinds: ['dresses'], order: 'price' }],
    ['jeans on sale', { kinds: ['jeans'], isReduced: true }],
    ['reduced jeans', { kinds: ['jeans'], isReduced: true }],
    ['clearance', { isReduced: true }],
    ['jeans for sale', { kinds: ['jeans'] }],
    ['jeans not on sale', { kinds: ['jeans'] }],
    ['hiking gear', { occasions: ['hiking'] }],
    ['gift for her', { departments: ['women'], occasions: ['gift'] }],
    ['jeans for him', { kinds: ['jeans'], departments: ['men'] }],
    [
      'gold hoops',
      { kinds: ['earrings'], materials: ['gold'], narrowingWords: ['hoop'], unreadWords: ['hoop'] },
    ],
    ['gold dress', { kinds: ['dresses'], colors: ['gold'] }],
    ['schwarze Stiefel', { kinds: ['boots'], colors: ['black'] }],
    ['schwrze Stifel', { kinds: ['boots'], colors: ['black'] }],
    ['Lederjacke Herren', { kinds: ['jackets'], materials: ['leather'], departments: ['men'] }],
    ['robe noire', { kinds: ['dresses'], colors: ['black'] }],
    ['bolso negro de piel', { kinds: ['bags'], colors: ['black'], materials: ['leather'] }],
    ['gonna a fiori', { kinds: ['skirts'], patterns: ['floral'] }],
    ['calça jeans', { kinds: ['jeans'] }],
    ['黒以外のワンピース', { kinds: ['dresses'], excluded: { colors: ['black'] } }],
    ['黒と白以外のワンピース', { kinds: ['dresses'], excluded: { colors: ['black', 'white'] } }],
    ['ワンピース ストライプなし', { kinds: ['dresses'], excluded: { patterns: ['striped'] } }],
    ['siyah olmayan elbise', { kinds: ['dresses'], excluded: { colors: ['black'] } }],
    [
      'siyah ve beyaz hariç elbise',
      { kinds: ['dresses'], excluded: { colors: ['black', 'white'] } },
    ],
    ['çizgisiz elbise', { kinds: ['dresses'], excluded: { patterns: ['striped'] } }],
    ['siyah elbise', { kinds: ['dresses'], colors: ['black'] }],
    ['spijkerbroek dames', { kinds: ['jeans'], departments: ['women'] }],
    ['czarna sukienka', { kinds: ['dresses'], colors: ['black'] }],
    ['kırmızı ayakkabı', { kinds: ['footwear'], colors: ['red'] }],
    ['黒いワンピース', { kinds: ['dresses'], colors: ['black'] }],
    ['black coat', { kinds: ['coats', 'capes', 'puffers'], colors: ['black'] }],
    ['gray jumper', { kinds: ['sweaters', 'cardigans'], colors: ['grey'] }],
    [
      'ruby dress',
      { kinds: ['dresses'], colors: ['red'], shade: { name: 'ruby', words: ['ruby'] } },
    ],
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
    ['wrap dress', { kinds: ['dresses'], narrowingWords: ['wrap'], unreadWords: ['wrap'] }],
    ['stilettos', { kinds: ['heels'], narrowingWords: ['stiletto'], unreadWords: ['stiletto'] }],
    ['fedoras', { kinds: ['hats'], narrowingWords: ['fedora'], unreadWords: ['fedora'] }],
    ['vestito lungo nero', { kinds: ['dresses'], colors: ['black'], traits: ['length:maxi'] }],
    ['rotes Kleid', { kinds: ['dresses'], colors: ['red'] }],
    ['miniskirt', { kinds: ['skirts'], traits: ['length:mini'] }],
    [
      'mary janes',
      {
        kinds: ['flats', 'heels'],
        narrowingWords: ['mary', 'jane'],
        unreadWords: ['mary', 'jane'],
      },
    ],
    ['trainers', { kinds: ['sneakers'] }],
    [
      'boots with a velvet dress',
      { kinds: ['boots'], narrowingWords: ['dress'], unreadWords: ['dress'] },
    ],
  ])('asks for what it says: %s', async (text, asked) => expect(await read(text)).toEqual(asked))

  it('is about the last thing it names, and not about what that goes with', async () => {
    expect((await read('dress watch'))['kinds']).toEqual(['watches'])
    expect((await read('dress shoes'))['kinds']).toEqual(['dress-shoes'])
    expect(await read('shoes to wear with a black suit')).toEqual({
      kinds: ['footwear'],
      occasions: ['office'],
    })
    expect(await read('dress to go with black boots')).toEqual({ kinds: ['dresses'] })
    expect(await read('boots with a heel')).toMatchObject({
      kinds: ['boots'],
      traits: ['heel:high'],
    })
    expect(await read('robe for the bath')).toMatchObject({ kinds: ['nightwear'] })
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

  it.each([
    ['wedding', { occasions: ['wedding-guest'] }],
    ['a wedding guest', { occasions: ['wedding-guest'] }],
    ['women', { departments: ['women'] }],
    // Nobody trains in a dress.
    ['gym', {}],
  ])('says what or whom it is for: %s', async (word, asked) =>
    expect(await read(`red dress for ${word}`)).toEqual({
      kinds: ['dresses'],
      colors: ['red'],
      ...asked,
    }),
  )

  it.each([
    ['jeans W32', 'w32'],
    ['jeans 32x34', 'w32'],
    ['size 38 boots', 'shoe38'],
    ['hiking boots 42.5', 'shoe42.5'],
    ['dress XL', 'xl'],
    ['UK 10 dress', 'women38'],
    ['dress uk 10 under 60', 'women38'],
    ['EU 42 sneakers', 'shoe42'],
    ["women's boots US 8.5", 'shoe39.5'],
    ['mens boots US 9', 'shoe42'],
    ['mens suit 50', 'men50'],
    ['girls dress 116', 'cm116'],
    ['school trousers age 9-10', 'cm134'],
    ['dress for 2 year old girl', 'cm92'],
    ['Stiefel Größe 39', 'shoe39'],
  ])('asks for a size: %s', async (text, token) =>
    expect((await readQuery(text, catalog)).size?.exact).toContain(token),
  )

  it.each(['60 denier tights', 'jeans between 30 and 40 euros', 'bag 38'])(
    'takes no other number for a size: %s',
    async (text) => expect((await readQuery(text, catalog)).size).toBeNull(),
  )

  it.each([
    ['xylophone dress', 'xylophone'],
    ['dress without pockets', 'without pockets'],
    ['gym dress', 'gym'],
    ['a stylish dress', 'stylish'],
    ['dress to go with black boots', 'black boots'],
    ['shoes with a blue bag', 'bag'],
    ['machine washable dress', 'machine'],
  ])('says which words were of no use: %s', async (text, words) =>
    expect((await readQuery(text, catalog)).ignored[0]).toMatchObject({ words }),
  )

  it.each([
    ['belt sander', 'belt sander', ['belt']],
    ['cheap belt sander', 'belt sander', ['cheap belt']],
    ['swimming pool pump', 'pool pump', []],
    ['red fish tank', 'fish tank', ['red tank']],
    ['coat for my dog', 'coat dog', []],
    ['jumper cables', 'jumper cables', []],
    ['how to tie a tie', 'how to tie a tie', []],
    ['how to style a belt', null, []],
    ['office chair', 'office chair', ['office']],
    ['camping kitchen', 'camping kitchen', []],
    ['shoe storage shelves', 'shoe storage', ['shoe']],
    ['table runners', 'table runners', []],
    ['belt wide', null, []],
    ['belt dupe', null, []],
    ['cinturón banana', null, []],
  ])('names another thing, if the noun is no fashion: %s', async (text, unknown, nearest) =>
    expect(await readQuery(text, catalog)).toMatchObject({ unknown, nearest }),
  )

  it('says which style a word of praise means, and reads it only if nothing else is named', async () => {
    expect(await readQuery('something cute', catalog)).toMatchObject({
      occasions: ['coquette'],
      unknown: null,
      ignored: [{ words: 'cute', did: 'We read “cute” as the style “coquette”.' }],
    })
    expect((await readQuery('cute dress', catalog)).occasions).toEqual([])
  })

  it('says that it does not compare the length of legs', async () => {
    const { size, ignored } = await readQuery('jeans w32 l34', catalog)
    expect(size).toMatchObject({ words: 'w32', exact: ['w32'] })
    expect(ignored).toMatchObject([{ words: 'leg length 34' }])
    expect((await readQuery('jeans w32', catalog)).ignored).toEqual([])
  })

  it('takes the word before a size for a part of it', async () => {
    const { size, ignored } = await readQuery('size 12 uk dress', catalog)
    expect({ words: size?.words, ignored }).toEqual({ words: 'size 12 uk', ignored: [] })
  })

  it('takes no filler for a brand', async () => {
    const still = {
      ...catalog,
      namesWith: async () => ({ brands: [{ name: 'Very', key: 'very' }], people: [], shops: [] }),
    }
    expect((await readQuery('a very nice dress', still)).brand).toBeNull()
    expect((await readQuery('very', still)).brand).toBe('Very')
  })

  it.each([
    'help me read',
    'what is the time',
    'a big meeting',
    'listen to music',
    '<script>alert(1)</script>',
  ])('never takes an everyday word for a typo: %s', async (text) =>
    expect((await read(text))['unknown']).toBeTypeOf('string'),
  )

  it.each([
    'xylophone qwertz',
    '% _ \\ :* & | !',
    "'; DROP TABLE products; --",
    '𝔮𝔮𝔮',
    '🦖',
    '\u202E',
  ])('means nothing if no word does: %s', async (text) =>
    expect((await read(text))['unknown']).toBeTypeOf('string'),
  )

  it('is read in full width and with any accents', async () => {
    expect(await read('ＢＬＡＣＫ ｄｒëｓｓ')).toEqual({ kinds: ['dresses'], colors: ['black'] })
  })

  it('is cut off before it takes long to read', async () => {
    const looked: (readonly string[])[] = []
    const alike = async (words: readonly string[]) => (looked.push(words), new Map())
    const letters = (index: number) =>
      String(index).replaceAll(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))
    const words = Array.from({ length: 100_000 }, (_, index) => `zq${letters(index)}`).join(' ')
    await readQuery(words, { ...catalog, similarWords: alike })
    expect(looked.map(({ length }) => length)).toEqual([16])
    await readQuery('a'.repeat(1_000_000), { ...catalog, similarWords: alike })
    expect(looked.at(-1)).toEqual(['a'.repeat(100)])
  })

  it.each([
    ['a character of eighteen letters', `${'ﷺ'.repeat(95)} q1`],
    ['pictures of two words', '👞'.repeat(50)],
  ])('is cut off after %s was written out', async (_, text) => {
    const reading = async () => {
      for (let turn = 0; turn < 3; turn += 1) await readQuery(`${text}${turn}`, catalog)
    }
    await reading()
    expect(await measureBlock(reading)).toBeLessThan(MAX_BLOCK_MS)
  })
})
