import { describe, expect, it } from 'vitest'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { ProductFilterQuery } from '#shared/contract/product-search.ts'
import { type DocumentsStore, MAX_COUNTED } from './documents.store.ts'
import { formatPosition } from './filter-labels.ts'
import type { ListRequest } from './list-order.store.ts'
import { EURO_BANDS, type Filter } from './product-filter.store.ts'
import { createProductSearch } from './product-search.service.ts'
import { buildSearchRules } from './rules/search-rules.service.ts'

const TITLE_WORDS = new Set('wrap zebrina quillon almara dress'.split(' '))
const PEOPLE = [
  { id: 1, name: 'Ada Lune' },
  { id: 2, name: 'Ada Sol' },
]
const SHOPS = [{ id: 5, name: 'Second Look' }]
const NAMES = {
  brands: [{ name: 'Almara', key: 'almara' }],
  people: [
    { id: 1, name: 'Ada Lune', key: 'ada lune' },
    { id: 2, name: 'Ada Sol', key: 'ada sol' },
  ],
  shops: [{ id: 5, name: 'Second Look', key: 'second look' }],
}
const RATES = { date: '2026-11-17', perEuro: { USD: 1.25, GBP: 0.8 } }

type Row = Awaited<ReturnType<DocumentsStore['page']>>['rows'][number]
const row = (id: number) => ({ id, tier: 2, value: id * 10, own_id: `${id}00` }) as unknown as Row

/** A search whose catalogue has as many products for a filter as `count` says, and what it looked up. */
const searchIn = (
  count: (filter: Filter) => number,
  {
    isPartial = false,
    rows = [],
    titled = [],
  }: { isPartial?: boolean; rows?: Row[]; titled?: CatalogProduct[] } = {},
) => {
  const countedFilters: Filter[] = []
  const pages: ListRequest[] = []
  const countedFacets: { filter: Filter; facets: readonly string[]; currency: string }[] = []
  const search = createProductSearch({
    store: {
      withTitle: async () => titled,
      byKeys: async () => new Map(),
      stockOf: async () => new Map(),
      hasUnconvertedPrices: async () => false,
      isPartial: async () => isPartial,
      total: async (filter) => (countedFilters.push(filter), count(filter)),
      page: async (request) => (
        pages.push(request),
        {
          totals: { matches: count(request.filter), close: 0, unstated: 0 },
          rows: rows.slice(0, request.limit),
        }
      ),
      inOrder: async () => [],
      counts: async (filter, facets, priceBands) => {
        const bands = priceBands ?? EURO_BANDS
        countedFacets.push({ filter, facets, currency: bands.currency })
        const values = facets.map((facet) => ({ facet, value: '5', count: count(filter) }))
        return { total: count(filter), values, isSample: false, bands }
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
    otherShops: [],
  })
  return { ...search, countedFilters, countedFacets, pages }
}
const everywhere = searchIn(() => 10)
const plan = (query: ProductFilterQuery | string) =>
  everywhere.read(typeof query === 'string' ? { q: query } : query)
const labels = ({ applied }: { applied: readonly { label: string }[] }) =>
  applied.map(({ label }) => label)

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
      'zebrina almara quillon dress',
      ({ words }) => words === null,
      ['Dresses', 'Almara'],
      'No results for “zebrina quillon” in dresses by Almara. Showing results without “zebrina quillon”.',
    ],
    [
      'striped floral dress',
      hasNo('patterns'),
      ['Dresses'],
      'No results for striped floral dresses. Showing results without “striped” and “floral”.',
    ],
    [
      'leather dress at second look',
      hasNo('materials'),
      ['Dresses', 'Second Look'],
      'No results for leather dresses by Second Look. Showing results without “leather”.',
    ],
    [
      'navy burgundy dress',
      ({ colors }) => colors.includes('blue'),
      ['Dresses'],
      'No results for navy burgundy dresses. Showing blue, red.',
    ],
    [
      'navy red dress',
      ({ colors }) => colors.includes('blue'),
      ['Dresses', 'Red'],
      'No results for navy red dresses. Showing blue, red.',
    ],
    [
      'leather mules under 50 €',
      ({ kinds }) => kinds.includes('footwear'),
      ['Shoes', 'Under €50'],
      'No results for mules and clogs under €50. Showing shoes.',
    ],
  ])('is named in the reply without it: %s', async (q, finds, kept, did) => {
    const settled = await searchIn((filter) => Number(finds(filter))).settle(q)
    expect(labels(settled)).toEqual(kept)
    expect(settled.relaxed.at(-1)?.did).toBe(did)
  })

  it('leaves the other conditions and preferences as they are', async () => {
    const read = await plan("women's sleeveless dress for a wedding size 38")
    const settledWithout = async (finds: (filter: Filter) => boolean) =>
      (
        await searchIn((filter) => Number(finds(filter))).settle(
          "women's sleeveless dress for a wedding size 38",
        )
      ).filter
    expect(read.filter.tags).toEqual([
      ['top:wedding-guest', 'best:wedding-guest', 'for:wedding-guest'],
    ])
    const subjects = ({ stated }: Filter) => stated.map(({ subject }) => subject)
    expect(subjects(read.filter)).toEqual(['department', 'size', 'sleeves'])
    expect(read.filter.preferences).toEqual([
      { sizes: ['women38'] },
      { tags: ['top:wedding-guest'] },
      { tags: ['top:wedding-guest', 'best:wedding-guest'] },
    ])
    const withoutOccasion = await settledWithout(hasNoTag('best:'))
    expect(withoutOccasion).toMatchObject({ tags: [], preferences: [{ sizes: ['women38'] }] })
    expect(subjects(withoutOccasion)).toEqual(['department', 'size', 'sleeves'])
    const withoutCut = await settledWithout(hasNoStated('sleeves'))
    expect(withoutCut.excluded.tags).toEqual([])
    expect(subjects(withoutCut)).toEqual(['department', 'size'])
    const withoutSize = await settledWithout(hasNoStated('size'))
    expect(withoutSize.preferences).toEqual([])
    expect(subjects(withoutSize)).toEqual(['department'])
    expect(subjects(await settledWithout(hasNoStated('department')))).toEqual([])
  })

  it('is counted once for each step that changes something', async () => {
    const nowhere = searchIn(() => 0)
    await nowhere.settle('striped mules')
    // The query, without stripes, that again for want of a colour, and shoes.
    expect(nowhere.countedFilters.map(({ patterns, kinds }) => [patterns.length, kinds])).toEqual([
      [3, ['mules']],
      [0, ['mules']],
      [0, ['mules']],
      [0, ['footwear']],
    ])
  })

  it('widens a kind to all shoes, best the ones that were asked for', async () => {
    const { filter, applied } = await searchIn(({ kinds }) =>
      Number(kinds.includes('footwear')),
    ).settle('black mules')
    expect(filter.kinds).toEqual(['footwear'])
    expect(filter.widerKinds).toEqual(expect.arrayContaining(['mules', 'boots', 'sneakers']))
    expect(filter.widerKinds).not.toContain('footwear')
    expect(applied).toEqual([
      { facet: 'kind', value: 'footwear', label: 'Shoes' },
      { facet: 'colour', value: 'black', label: 'Black' },
    ])
  })

  it('is dropped even if the colour is never the main one', async () => {
    const never = searchIn(({ isMainColor, materials }) =>
      Number(!isMainColor && materials.length === 0),
    )
    expect(labels(await never.settle('black suede boots'))).toEqual(['Boots', 'Black'])
  })
})

describe('the list of products', () => {
  const rows = Array.from({ length: 20 }, (_, index) => row(index + 1))
  const found = searchIn(() => 20, { rows })
  const ids = ({ products }: { products: readonly object[] }) =>
    products.map((product) => ('id' in product ? product.id : null))

  it('has pages of twelve, or of any length, and continues where the last one ended', async () => {
    const first = await found.products({ q: 'dress', sort: 'newest' })
    expect(ids(first)).toEqual(rows.slice(0, 12).map(({ id }) => id))
    expect(first.products[0]).toEqual({ id: 1 })
    expect(first).toMatchObject({ total: 20, isMore: false })
    await found.products({ q: 'dress', sort: 'newest', after: first.next ?? '' })
    expect(found.pages.map(({ after, limit, sort }) => ({ after, limit, sort }))).toEqual([
      { after: null, limit: 13, sort: 'newest' },
      { after: { tier: 2, value: 120, id: '1200' }, limit: 13, sort: 'newest' },
    ])
    const three = await found.products({ q: 'dress', sort: 'newest', limit: 3 })
    expect(ids(three)).toEqual([1, 2, 3])
    expect(three.next).not.toBeNull()
  })

  it.each([
    [2, 2],
    [2, 3],
    [0, 3],
  ])('of %i products ends after a page of %i', async (products, limit) => {
    const few = searchIn(() => products, { rows: rows.slice(0, products) })
    const reply = await few.products({ q: 'dress', sort: 'relevance', limit })
    expect(ids(reply)).toHaveLength(products)
    expect(reply.next).toBeNull()
  })

  it.each([
    ['dress', 'relevance', 'relevance'],
    ['cheap dress', 'relevance', 'price'],
    ['luxury dress', 'relevance', 'price-desc'],
    ['cheap dress', 'newest', 'newest'],
    ['dress', 'price', 'price'],
  ] as const)('%s by %s is sorted by %s', async (q, sort, sortedBy) => {
    const search = searchIn(() => 1)
    await search.products({ q, sort })
    expect(search.pages.map((page) => page.sort)).toEqual([sortedBy])
  })

  it.each([
    [MAX_COUNTED - 1, false, MAX_COUNTED - 1, false],
    [MAX_COUNTED, false, MAX_COUNTED, false],
    [MAX_COUNTED + 1, false, MAX_COUNTED, true],
    [3, true, 3, true],
  ])('of %i, partial: %s, says %i, and more: %s', async (count, isPartial, total, isMore) => {
    const search = searchIn(() => count, { isPartial })
    expect(await search.products({ q: 'dress', sort: 'newest' })).toMatchObject({ total, isMore })
    expect(await search.counts({ q: 'dress' })).toMatchObject({ total, isMore })
  })

  it('says that products are missing while the index is built, before what it ignored', async () => {
    const building = searchIn(() => 1, { isPartial: true })
    const { relaxed } = await building.products({ q: 'xylophone dress', sort: 'newest' })
    expect(relaxed.map(({ did }) => did)).toEqual([
      'The search index is being built, so some products are missing. This takes a few minutes.',
      'We ignored “xylophone”: we do not know this word.',
    ])
    const built = await everywhere.products({ q: 'xylophone dress', sort: 'newest' })
    expect(built.relaxed).toHaveLength(1)
  })

  it('is that of the relaxed query, which is not read twice if it finds something', async () => {
    const plain = searchIn(({ patterns }) => (patterns.length === 0 ? 7 : 0))
    expect(await plain.products({ q: 'striped dress', sort: 'newest' })).toMatchObject({ total: 7 })
    expect(plain.pages.map(({ filter }) => filter.patterns.length > 0)).toEqual([true, false])
    const any = searchIn(() => 7)
    await any.products({ q: 'striped dress', sort: 'newest' })
    expect(any.pages).toHaveLength(1)
  })

  it('is empty for words that mean nothing, without a search', async () => {
    const search = searchIn(() => 7)
    expect(await search.products({ q: 'xylophone', sort: 'newest' })).toMatchObject({
      total: 0,
      products: [],
      next: null,
    })
    expect(await search.counts({ q: 'xylophone' })).toMatchObject({ total: 0, facets: [] })
    expect([search.pages, search.countedFacets, search.countedFilters]).toEqual([[], [], []])
  })

  it('stays within a category, whatever the words name', async () => {
    const { filter } = await everywhere.read({ q: 'black boots', category: 'footwear' })
    expect(filter.within?.kinds).toEqual(expect.arrayContaining(['footwear', 'boots']))
    expect(filter.within?.productIds).toEqual([])
    expect((await plan('black boots')).filter).not.toHaveProperty('within')
  })
})

describe('the values of filters', () => {
  const facetsOf = ({ countedFacets }: ReturnType<typeof searchIn>) =>
    countedFacets.map(({ facets }) => facets.join(' '))
  const ALL = 'kind colour size department brand shop price condition stock'

  it('are counted for the whole query, without the values that choosing one replaces', async () => {
    const search = searchIn(({ colors }) => (colors.length > 0 ? 4 : 9))
    const reply = await search.counts({ q: 'black boots' })
    expect(facetsOf(search)).toEqual([ALL, 'colour'])
    expect(reply.facets.find(({ facet }) => facet === 'colour')?.count).toBe(9)
    expect(reply.total).toBe(4)
    expect(reply.applied.map(({ label }) => label)).toEqual(['Boots', 'Black'])
    expect(reply.facets).toHaveLength(ALL.split(' ').length)
    expect(reply.facets).toContainEqual({
      facet: 'shop',
      value: '5',
      label: 'Second Look',
      count: 4,
    })
  })

  it('of a chosen filter are counted as if it had not been chosen', async () => {
    for (const q of ['boots', undefined]) {
      const search = searchIn(({ brands }) => (brands.length > 0 ? 4 : 9))
      const reply = await search.counts({ ...(q && { q }), brand: ['Almara'] })
      expect(facetsOf(search)).toEqual([ALL.replace('brand ', ''), 'brand'])
      expect(search.countedFacets.map(({ filter }) => filter.brands)).toEqual([['Almara'], []])
      expect(reply.total).toBe(4)
      expect(reply.facets.find(({ facet }) => facet === 'brand')?.count).toBe(9)
      expect(reply.facets.find(({ facet }) => facet === 'shop')?.count).toBe(4)
    }
  })

  it('of a chosen filter belong to the relaxed words', async () => {
    const search = searchIn(({ patterns }) => (patterns.length === 0 ? 7 : 0))
    const { facets } = await search.counts({ q: 'striped boots', brand: ['Almara'] })
    expect(facets.find(({ facet }) => facet === 'brand')?.count).toBe(7)
    expect(facets.find(({ facet }) => facet === 'shop')?.count).toBe(7)
  })

  it('are counted in the currency of the visitor', async () => {
    const search = searchIn(() => 4)
    await search.counts({ q: 'boots' })
    await search.counts({ q: 'boots', currency: 'GBP' })
    expect(search.countedFacets.map(({ currency }) => currency)).toEqual(['EUR', 'GBP'])
    expect(await search.bandsIn(undefined)).toEqual(EURO_BANDS)
    expect((await search.bandsIn('GBP')).currency).toBe('GBP')
  })
})

describe('the filters that a reply shows', () => {
  it.each([
    ['ada boots', { facet: 'person', value: 'Ada Lune', label: 'Ada Lune' }],
    ['second look boots', { facet: 'shop', value: '5', label: 'Second Look' }],
    ['boots in stock', { facet: 'stock', value: 'in_stock', label: 'In stock' }],
    ['cheap boots', { facet: 'sort', value: 'price', label: 'Cheapest first' }],
    ['luxury boots', { facet: 'sort', value: 'price-desc', label: 'Most expensive first' }],
    ['boots without leather', { facet: 'not', value: 'leather', label: 'No leather' }],
    ['boots under 50', { facet: 'price', value: '-50', label: 'Under 50' }],
    ['boots size 38', { facet: 'size', value: 'shoe38', label: 'Size 38' }],
    ['boots in size 38', { facet: 'size', value: 'shoe38', label: 'Size 38' }],
    ['boots eu 38', { facet: 'size', value: 'shoe38', label: 'Size EU 38' }],
    ['sweater xl', { facet: 'size', value: 'xl', label: 'Size XL' }],
    ['sweater in size xl', { facet: 'size', value: 'xl', label: 'Size XL' }],
    ['dress for a wedding', { facet: 'occasion', value: 'wedding-guest', label: 'Wedding' }],
  ])('%s: %j', async (q, filter) => {
    const { applied } = await plan(q)
    expect(applied).toHaveLength(2)
    expect(applied).toContainEqual(filter)
  })

  it('name a chosen size in the system of the visitor', async () => {
    const query = { q: 'boots size 38', size: ['shoe39', 'shoe40'] }
    expect(labels(await plan(query))).toEqual(['Boots', 'Size EU 39', 'Size EU 40'])
    expect((await plan({ ...query, currency: 'GBP' })).applied.at(1)).toEqual({
      facet: 'size',
      value: 'shoe39',
      label: 'Size UK 6 (men’s 5)',
    })
  })

  it('name one kind of several that a word means', async () => {
    const { applied, filter } = await plan('black coat')
    expect(labels({ applied })).toEqual(['Coats', 'Black'])
    expect(filter.kinds).toEqual(['coats'])
    expect(filter.widerKinds).toEqual(expect.arrayContaining(['capes', 'puffers']))
    expect(filter.widerKinds).not.toContain('coats')
    expect((await plan('black')).filter).toMatchObject({ kinds: [], widerKinds: [] })
  })

  it('keep a chosen price, even one that was removed from the words', async () => {
    const price = { max: 50, currency: 'EUR' }
    const { filter, applied } = await plan({ q: 'boots', price, without: ['price:-50EUR'] })
    expect(labels({ applied })).toEqual(['Boots', 'Under €50'])
    expect(filter.maxEuros).toBe(50)
  })

  it('leave out a price that nobody asked for', async () => {
    expect(labels(await plan({ q: 'boots', currency: 'GBP' }))).toEqual(['Boots'])
  })

  it('ask for everybody of a name', async () => {
    expect((await plan('ada boots')).filter.people).toEqual([1, 2])
  })
})

it('unisex products are for adults, also beside children', async () => {
  const { filter } = await plan({ department: ['women', 'girls'] })
  expect(filter.tags).toEqual([['dept:women', 'dept:girls', 'dept:unisex']])
})

describe('a query that is the whole title of products', () => {
  const titled = [{ id: 2 }] as unknown as CatalogProduct[]
  const list = (
    search: ReturnType<typeof searchIn>,
    more: { after?: string; kind?: string[] } = {},
  ) => search.products({ q: 'wrap quillon dress', sort: 'relevance', limit: 2, ...more })
  const ids = (products: readonly CatalogProduct[]) => products.map(({ id }) => id)

  it('lists them first, under a heading, and not a second time', async () => {
    const reply = await list(searchIn(() => 10, { titled, rows: [row(1), row(2)] }))
    expect(ids(reply.products)).toEqual([2, 1])
    expect(reply.sections).toMatchObject([
      { section: 'titled', heading: 'With exactly this name', total: 1, from: 0 },
      { section: 'matches', heading: 'Results', from: 1 },
    ])
  })

  it('lists nothing else if its words would have to be changed', async () => {
    const search = searchIn(({ words }) => (words === null ? 10 : 0), {
      titled,
      rows: [row(1), row(2)],
    })
    const reply = await list(search)
    expect(ids(reply.products)).toEqual([2])
    expect(reply).toMatchObject({ total: 1, relaxed: [], corrected: null, next: null })
    expect(
      ids(
        (await list(search, { after: formatPosition({ tier: 2, value: 10, id: '100' }) })).products,
      ),
    ).toEqual([])
  })

  it('is a search like any other beside a filter, and on later pages', async () => {
    const search = searchIn(() => 10, { titled, rows: [row(1), row(2), row(3)] })
    expect(ids((await list(search, { kind: ['dress'] })).products)).toEqual([1, 2])
    const { next } = await list(search)
    expect(ids((await list(search, { after: next ?? '' })).products)).toEqual([1])
  })
})
