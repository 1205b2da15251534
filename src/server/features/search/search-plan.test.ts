import { describe, expect, it } from 'vitest'
import type { ProductFilterQuery } from '#shared/contract/product-search.ts'
import type { Filter } from './product-filter.store.ts'
import { createProductSearch } from './product-search.service.ts'
import { buildSearchRules } from './rules/search-rules.service.ts'

const TITLE_WORDS = new Set('wrap zebrina almara dress'.split(' '))
const PEOPLE = [{ id: 1, name: 'Ada Lune' }]
const SHOPS = [{ id: 5, name: 'Second Look' }]
const NAMES = {
  brands: [{ name: 'Almara', key: 'almara' }],
  people: [{ id: 1, name: 'Ada Lune', key: 'ada lune' }],
  shops: [{ id: 5, name: 'Second Look', key: 'second look' }],
}
const RATES = { date: '2026-11-17', perEuro: { USD: 1.25, GBP: 0.8 } }

/** A search whose catalogue has as many products for a filter as `count` says. */
const searchIn = (count: (filter: Filter) => number) => {
  const countedFilters: Filter[] = []
  const search = createProductSearch({
    store: {
      withTitle: async () => [],
      byKeys: async () => new Map(),
      stockOf: async () => new Map(),
      hasUnconvertedPrices: async () => false,
      isPartial: async () => false,
      total: async (filter) => (countedFilters.push(filter), count(filter)),
      page: async ({ filter }) => ({
        totals: { matches: count(filter), close: 0, unstated: 0 },
        rows: [],
      }),
      inOrder: async () => [],
      counts: async () => {
        throw new Error('Nothing is counted by value here')
      },
    },
    rules: async () => buildSearchRules([]),
    words: {
      namesWith: async () => NAMES,
      inTitles: async (words) => new Set(words.filter((word) => TITLE_WORDS.has(word))),
      similarWords: async () => new Map(),
      wordForms: async (words) =>
        words.length === 0 ? null : words.map((word) => [word, `${word}s`]),
      findPeople: async (names) => PEOPLE.filter(({ name }) => names.includes(name)),
      shopNames: async (ids) => SHOPS.filter(({ id }) => ids.includes(id)),
    },
    rates: async () => RATES,
    colorFamilies: async () => new Map(),
    otherShops: [{ name: 'Elsewhere', address: 'https://elsewhere.example/?q={words}' }],
  })
  return { ...search, countedFilters }
}
const everywhere = searchIn(() => 10)
const plan = (query: ProductFilterQuery | string) =>
  everywhere.read(typeof query === 'string' ? { q: query } : query)
const labels = ({ applied }: { applied: readonly { label: string }[] }) =>
  applied.map(({ label }) => label)

describe('a shade', () => {
  const isOfShade = ({ narrower }: Filter) => narrower !== null
  it('comes before the rest of its colour', async () => {
    const { filter, relaxed } = await searchIn(() => 10).read({ q: 'emerald dress' })
    expect(filter).toMatchObject({ colors: ['green'], words: null })
    expect(filter.narrower?.[0]).toContain('emerald')
    expect(relaxed).toEqual([])
  })

  it('is said to be missing if only its colour is there', async () => {
    const { filter, relaxed } = await searchIn((asked) => (isOfShade(asked) ? 0 : 10)).read({
      q: 'emerald dress',
    })
    expect(filter.narrower).toBeNull()
    expect(relaxed.map(({ did }) => did)).toEqual([
      'Nothing that fits is called “emerald”. Showing green.',
    ])
    expect((await searchIn(() => 0).read({ q: 'emerald dress' })).relaxed).toEqual([])
  })

  it('is not asked for once another colour is chosen', async () => {
    const { filter } = await everywhere.read({ q: 'emerald dress', colour: ['red'] })
    expect(filter).toMatchObject({ colors: ['red'], narrower: null })
  })
})

it('shows no filter for words that ask for something else', async () => {
  const { applied, isUnknown } = await everywhere.read({ q: 'belt sander under 50' })
  expect({ applied, isUnknown }).toEqual({ applied: [], isUnknown: true })
  const chosen = await everywhere.read({ q: 'belt sander', colour: ['red'] })
  expect(labels(chosen)).toEqual(['Red'])
})

it('leaves out what is called as the query denies', async () => {
  const { filter, applied } = await everywhere.read({ q: 'dress not wrap' })
  expect(filter.excluded.words).toEqual(['wrap', 'wraps'])
  expect(applied).toContainEqual({ facet: 'not', value: 'wrap', label: 'Not “wrap”' })
  const kept = await everywhere.read({ q: 'dress not wrap', without: ['not:wrap'] })
  expect(kept.filter.excluded.words).toEqual([])
})

describe('a condition that finds nothing', () => {
  const hasNo = (key: 'patterns' | 'materials' | 'colors') => (filter: Filter) =>
    filter[key].length === 0 && filter.mayLack.length === 0
  const hasNoStated = (subject: string) => (filter: Filter) =>
    filter.mayLack.length === 0 && !filter.stated.some((condition) => condition.subject === subject)
  const hasNoTag = (prefix: string) => (filter: Filter) =>
    filter.mayLack.length === 0 &&
    !filter.tags.flat().some((tag) => tag.startsWith(prefix)) &&
    !filter.preferences.some(
      (preference) => 'tags' in preference && preference.tags.some((tag) => tag.startsWith(prefix)),
    )
  it.each<[string, (filter: Filter) => boolean, string[], string]>([
    [
      'zebrina striped leather dress',
      ({ words }) => words === null,
      ['Dresses', 'Striped', 'Leather'],
      'No results for “zebrina” in striped leather dresses. Showing results without “zebrina”.',
    ],
    [
      'striped leather dress',
      hasNo('patterns'),
      ['Dresses', 'Leather'],
      'No results for striped leather dresses. Showing results without “striped”.',
    ],
    [
      'gingham shirt',
      ({ patterns }) => patterns.includes('checked'),
      ['Shirts', 'Checked'],
      'No results for gingham shirts. Showing checked.',
    ],
    [
      'black and white dress',
      ({ isEveryColor = false }) => !isEveryColor,
      ['Dresses', 'Black', 'White'],
      'No results for black white dresses. Showing black or white.',
    ],
    [
      'burgundy tights',
      hasNo('colors'),
      ['Tights'],
      'No results for burgundy tights. Showing results without “burgundy”.',
    ],
    [
      'leather dress size 38',
      hasNo('materials'),
      ['Dresses', 'Size 38'],
      'No results for leather dresses in size 38. Showing results without “leather”.',
    ],
    [
      'dress for a wedding',
      hasNoTag('best:'),
      ['Dresses'],
      'No results for dresses for “wedding”. Showing results without “wedding”.',
    ],
    [
      'sleeveless dress',
      hasNoStated('sleeves'),
      ['Dresses'],
      'No results for sleeveless dresses. Showing results without “sleeveless”.',
    ],
    [
      "women's dress size 38",
      hasNoStated('size'),
      ['Dresses', 'Women'],
      'No results for dresses for women in size 38. Showing results without “size 38”.',
    ],
    [
      "women's dress by almara under 60 €",
      hasNoStated('department'),
      ['Dresses', 'Almara', 'Under €60'],
      'No results for dresses by Almara for women under €60. Showing results without “women”.',
    ],
    [
      'navy dress',
      ({ colors }) => colors.includes('blue'),
      ['Dresses'],
      'No results for navy dresses. Showing blue.',
    ],
    [
      'mules',
      ({ kinds }) => kinds.includes('footwear'),
      ['Shoes'],
      'No results for mules and clogs. Showing shoes.',
    ],
    [
      'second hand striped silk',
      ({ patterns }) => patterns.length === 0,
      ['Silk', 'Second-hand'],
      'No results for second-hand striped silk products. Showing results without “striped”.',
    ],
  ])('is dropped, and the reply says so: %s', async (q, finds, kept, did) => {
    const settled = await searchIn((filter) => Number(finds(filter))).settle(q)
    expect(finds(settled.filter)).toBe(true)
    expect(labels(settled)).toEqual(kept)
    expect(settled.relaxed.at(-1)?.did).toBe(did)
  })

  it('is dropped after softer ones, and what is not dropped stays', async () => {
    const { relaxed, filter } = await searchIn(({ stated, mayLack }) =>
      Number(stated.length === 0 && mayLack.length === 0),
    ).settle("women's sleeveless striped leather dress size 38")
    expect(relaxed.map(({ words }) => words)).toEqual([
      'striped',
      'leather',
      'sleeveless',
      'size 38',
      'women',
    ])
    expect(filter.kinds).toEqual(['dresses'])
  })

  it.each(['second hand silk', 'zebrina', 'zebrina under 50'])(
    'stays if nothing else says what is wanted, because everything would be listed: %s',
    async (q) => {
      const catalog = searchIn((filter) =>
        Number(filter.words === null && !filter.materials.length),
      )
      const reply = await catalog.products({ q, sort: 'relevance' })
      expect(reply).toMatchObject({ total: 0, products: [] })
      expect(reply.relaxed.at(-1)?.did).toMatch(/^(?:No results for|Nothing here is called)/)
    },
  )

  it('never widens a kind to all clothes or accessories', async () => {
    const asked: string[] = []
    const search = searchIn(({ kinds }) => (asked.push(...kinds), 0))
    await search.settle('black necktie for men')
    expect(new Set(asked)).toEqual(new Set(['ties']))
  })

  it('stays if dropping it finds nothing either', async () => {
    const nowhere = searchIn(() => 0)
    const settled = await nowhere.settle('striped navy mules')
    expect(settled).toEqual(await nowhere.read({ q: 'striped navy mules' }))
    expect(labels(settled)).toEqual(['Mules and clogs', 'Navy', 'Striped'])
  })

  it('that was chosen as a filter stays, whatever it finds', async () => {
    const nowhere = searchIn(() => 0)
    expect(await nowhere.products({ colour: ['navy'], sort: 'relevance' })).toMatchObject({
      total: 0,
      relaxed: [],
    })
    expect(nowhere.countedFilters).toEqual([])
  })
})

describe('a query that finds something', () => {
  it.each(['striped leather dress', 'mules', 'striped navy dress', 'navy dress'])(
    'is answered as it is: %s',
    async (q) => {
      const search = searchIn(() => 1)
      expect(await search.settle(q)).toEqual(await plan(q))
    },
  )

  it('drops a softer condition rather than the main colour', async () => {
    const onlyPlain = searchIn(({ isMainColor, materials }) =>
      isMainColor && materials.length > 0 ? 0 : 1,
    )
    expect(labels(await onlyPlain.settle('black suede boots'))).toEqual(['Boots', 'Black'])
  })

  it('keeps all conditions if the colour is never the main one', async () => {
    const never = searchIn(({ isMainColor }) => (isMainColor ? 0 : 1))
    const settled = await never.settle('black suede boots')
    expect(settled).toEqual(await never.read({ q: 'black suede boots' }))
  })

  it('does not compare main colours without a condition to drop', async () => {
    const search = searchIn(({ isMainColor }) => (isMainColor ? 0 : 1))
    await search.settle('black boots')
    expect(search.countedFilters.some(({ isMainColor }) => isMainColor)).toBe(false)
  })
})

describe('words of a narrower kind', () => {
  it.each([
    ['wrap dress', 0, { words: null, narrower: null }, ['wrap']],
    ['wrap dress', 1, { words: null, narrower: [['wrap', 'wraps']] }, []],
    ['wrap dress', 2, { words: null, narrower: [['wrap', 'wraps']] }, []],
    ['wrap dress', 3, { words: [['wrap', 'wraps']], narrower: null }, []],
    ['fedora', 2, { words: null, narrower: [['fedora', 'fedoras']] }, []],
    // It is also an occasion, which is not lost.
    ['cocktail dress', 0, { words: null, narrower: null }, []],
  ])('of %s, which %i products have: %j, said to be lost: %j', async (q, products, words, lost) => {
    const search = searchIn((filter) => (filter.words === null ? 100 : products))
    const { filter, relaxed } = await search.read({ q })
    expect(filter).toMatchObject(words)
    expect(relaxed.map(({ words: named }) => named)).toEqual(lost)
  })

  it('are not denied if only something else is missing', async () => {
    const search = searchIn(({ words, colors }) => {
      if (words === null) return 100
      return colors.length > 0 ? 0 : 5
    })
    expect((await search.read({ q: 'red wrap dress' })).relaxed).toEqual([
      { words: 'wrap', did: 'Nothing called “wrap” is all of that. Showing other dresses.' },
    ])
  })

  it('of another country count too: a jumper dress is a knit dress', async () => {
    const { filter } = await searchIn(() => 10).read({ q: 'jumper dress' })
    expect(filter.words?.flat()).toEqual(expect.arrayContaining(['jumper', 'sweater', 'knit']))
  })

  it('stay when another word of the title finds nothing', async () => {
    const search = searchIn(({ words }) => (words?.flat().includes('zebrina') ? 0 : 3))
    const settled = await search.settle('zebrina wrap dress')
    expect(settled.filter.words).toEqual([['wrap', 'wraps']])
    expect(settled.relaxed.map(({ words }) => words)).toEqual(['zebrina'])
  })
})

describe('conditions of a query', () => {
  const filterOf = async (query: ProductFilterQuery | string) => (await plan(query)).filter

  it('lists products without a department last for words, and not at all for a chosen one', async () => {
    expect(await filterOf("women's dress")).toMatchObject({
      tags: [],
      stated: [{ values: ['dept:women', 'dept:unisex'], unknown: ['dept:?'] }],
    })
    expect(await filterOf({ q: "men's dress", department: ['women'] })).toMatchObject({
      tags: [['dept:women', 'dept:unisex']],
      stated: [],
    })
    // Unisex is for adults.
    expect(await filterOf('girls dress')).toMatchObject({ stated: [{ values: ['dept:girls'] }] })
    // Otherwise everything would be listed.
    expect(await filterOf('women')).toMatchObject({
      tags: [['dept:women', 'dept:unisex']],
      stated: [],
    })
  })

  it('prefers the size that was asked for, and excludes others', async () => {
    expect(await filterOf("women's boots US 8.5")).toMatchObject({
      stated: [
        { subject: 'department' },
        { subject: 'size', values: ['shoe39.5', 'shoe39', 'shoe40'], unknown: ['?'] },
      ],
      preferences: [{ sizes: ['shoe39.5'] }],
    })
    // One size fits all, but not all feet.
    expect(await filterOf('dress size 38')).toMatchObject({
      stated: [{ values: expect.arrayContaining(['one']) }],
    })
    expect(await plan({ q: 'dress size 38', size: ['xl'] })).toMatchObject({
      filter: { sizes: ['xl'], stated: [] },
    })
    expect(await filterOf({ q: 'boots size 38', without: ['size:shoe38'] })).toMatchObject({
      sizes: [],
      stated: [],
    })
  })

  it('prefers a cut and excludes its opposite, but not products that state none', async () => {
    expect(await filterOf('sleeveless dress')).toMatchObject({
      tags: [],
      excluded: { tags: ['sleeves:some', 'sleeves:short', 'sleeves:long'] },
      stated: [{ subject: 'sleeves', values: ['sleeves:none'], unknown: 'any' }],
    })
  })

  it.each([
    ['dress not black', 'Not black', { colors: ['black'] }],
    ['dress without stripes', 'No striped', { patterns: ['striped', 'breton', 'pinstripe'] }],
    ['trousers not jeans', 'Not jeans', { kinds: ['jeans'] }],
    ['skirt not mini', 'Not mini', { tags: ['length:mini'] }],
    ['dress not used', 'Not second-hand', { conditions: ['used'] }],
  ])('excludes what is not wanted, unless that is removed: %s', async (q, label, excluded) => {
    const { filter, applied } = await plan(q)
    expect(filter.excluded).toMatchObject(excluded)
    expect(applied.at(-1)).toMatchObject({ facet: 'not', label })
    const without = [`not:${applied.at(-1)?.value}`]
    const removed = await plan({ q, without })
    expect(Object.values(removed.filter.excluded).flat()).toEqual([])
    expect(labels(removed)).not.toContain(label)
  })

  it('excludes every print at once, as one filter', async () => {
    const { filter, applied } = await plan('dress without prints')
    expect(filter.excluded.patterns).toEqual(expect.arrayContaining(['striped', 'floral']))
    expect(labels({ applied })).toEqual(['Dresses', 'No print'])
    const removed = await plan({ q: 'dress without prints', without: ['not:print'] })
    expect(removed.filter.excluded.patterns).toEqual([])
    expect(labels(removed)).toEqual(['Dresses'])
  })

  it('excludes materials that contain the one not wanted, and prefers products that state theirs', async () => {
    const { excluded, stated } = await filterOf('bag without leather')
    expect(excluded.materials).toEqual(expect.arrayContaining(['leather', 'suede']))
    expect(stated).toMatchObject([{ subject: 'material', values: ['stated:material'] }])
  })

  it.each([
    ['dress under 100', { maxEuros: 80, maxAmount: 100, minEuros: null, minAmount: null }],
    ['dress over 100', { minEuros: 80, minAmount: 100, maxEuros: null, maxAmount: null }],
    ['dress under £100', { maxEuros: 125, maxAmount: null, minEuros: null, minAmount: null }],
    ['dress', { maxEuros: null, maxAmount: null, minEuros: null, minAmount: null }],
  ])('%s costs %j', async (q, bounds) => expect(await filterOf(q)).toMatchObject(bounds))

  it('reads an amount in the visitor’s currency unless it has its own', async () => {
    expect(await filterOf({ q: 'dress under 100', currency: 'GBP' })).toMatchObject({
      maxEuros: 125,
      maxAmount: null,
    })
    expect(await filterOf({ q: 'dress under 100 €', currency: 'GBP' })).toMatchObject({
      maxEuros: 100,
    })
  })

  it.each([
    ['kind', 'black boots', 'kind:boots', ['Black']],
    ['colour', 'black boots', 'colour:black', ['Boots']],
    ['pattern', 'striped dress', 'pattern:striped', ['Dresses']],
    ['material', 'leather boots', 'material:leather', ['Boots']],
    ['brand', 'almara boots', 'brand:Almara', ['Boots']],
    ['shop', 'second look boots', 'shop:5', ['Boots']],
    ['person', 'ada lune boots', 'person:Ada Lune', ['Boots']],
    ['condition', 'used boots', 'condition:used', ['Boots']],
    ['stock', 'boots in stock', 'stock:in_stock', ['Boots']],
    ['price', 'boots under 100 €', 'price:-100EUR', ['Boots']],
    ['order', 'cheap boots', 'sort:price', ['Boots']],
    ['department', "men's boots", 'department:men', ['Boots']],
    ['occasion', 'dress for a wedding', 'occasion:wedding-guest', ['Dresses']],
    ['cut', 'sleeveless dress', 'cut:sleeves:none', ['Dresses']],
  ])('loses a %s that the visitor removes', async (_, q, without, left) => {
    const before = await plan(q)
    expect(labels(before)).toHaveLength(2)
    const after = await plan({ q, without: [without] })
    expect(labels(after)).toEqual(left)
    const { filter, order } = await plan(left.join())
    expect(after).toMatchObject({ filter, order })
  })

  it('a chosen filter replaces the words', async () => {
    const query = {
      q: 'black almara boots at second look, used, under 50 €',
      kind: ['dresses'],
      colour: ['red'],
      brand: ['Oslo'],
      shop: [7],
      condition: ['new' as const],
      price: { min: 10, currency: 'GBP' },
      stock: 'in_stock' as const,
    }
    const { filter } = await plan(query)
    expect(filter).toMatchObject({
      kinds: [],
      colors: ['red'],
      brands: ['Oslo'],
      shops: [7],
      conditions: ['new'],
      isInStock: true,
      minEuros: 12.5,
      maxEuros: null,
    })
    expect(filter.widerKinds).toContain('dresses')
    expect(filter.widerKinds).not.toContain('boots')
  })

  it('means nothing if the chosen person is not in the catalogue', async () => {
    expect(await plan({ celebrities: 'Nobody' })).toMatchObject({ isUnknown: true })
    expect(await plan({ celebrities: 'Ada Lune' })).toMatchObject({
      isUnknown: false,
      filter: { people: [1] },
    })
    expect(await plan({})).toMatchObject({ isUnknown: false, filter: { people: [] } })
  })

  it('links to other shops if words find nothing', async () => {
    const elsewhere = [{ name: 'Elsewhere', url: 'https://elsewhere.example/?q=red%20hat' }]
    const nowhere = searchIn(() => 0)
    expect(await nowhere.products({ q: 'red hat', sort: 'relevance' })).toMatchObject({ elsewhere })
    for (const reply of [
      await everywhere.products({ q: 'red hat', sort: 'relevance' }),
      await nowhere.products({ colour: ['red'], sort: 'relevance' }),
    ])
      expect(reply).not.toHaveProperty('elsewhere')
  })
})
