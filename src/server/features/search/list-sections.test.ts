import { afterAll, beforeAll, expect, it } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import type { Sort } from './list-order.store.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const TITLES = [
  ...Array.from({ length: 5 }, (_, index) => `Maxi Dress ${index}`),
  'Mini Dress',
  ...Array.from({ length: 17 }, (_, index) => `Model ${index} Dress`),
  'Wool Coat',
  'Denim Coat',
  'Coat 1',
  'Coat 2',
  'Wrap Skirt 1',
  'Wrap Skirt 2',
  ...Array.from({ length: 14 }, (_, index) => `Model ${index} Skirt`),
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await importRows(
    app.pool,
    TITLES.map((name, index) =>
      catalogRow({
        name,
        price: `€${10 + ((index * 7) % 30)}`,
        website: `https://x.example.com/${index}`,
        celebrity_image: `https://x.example.com/${index}.jpg`,
      }),
    ),
  )
})
afterAll(() => app.close())

const readList = async (q: string, sort: Sort = 'relevance') => {
  const names: string[] = []
  const starts = new Map<string, number>()
  let after: string | undefined
  for (;;) {
    const page = await app.search.productSearch.products({ q, sort, after })
    for (const { heading, from } of page.sections)
      if (from !== null && !starts.has(heading)) starts.set(heading, names.length + from)
    names.push(...page.products.map(({ name }) => name))
    if (page.next === null) return { ...page, names, starts }
    after = page.next
  }
}

it.each<Sort>(['relevance', 'price', 'price-desc', 'newest'])(
  'lists what does not state its length after what does, by %s',
  async (sort) => {
    const { names, starts, total, sections, applied } = await readList('maxi dress', sort)
    expect(applied.map(({ label }) => label)).toEqual(['Dresses', 'Maxi'])
    expect([total, names.length, new Set(names).size]).toEqual([5, 22, 22])
    expect(names.slice(0, 5).every((name) => name.startsWith('Maxi'))).toBe(true)
    expect(names).not.toContain('Mini Dress')
    expect([...starts]).toEqual([['Length not stated', 5]])
    expect(sections).toMatchObject([{ section: 'unstated', total: 17, isMore: false }])
  },
)

it('does not list known materials among unknown ones', async () => {
  const { names, total, starts } = await readList('wool coat')
  expect([total, names[0], [...starts]]).toEqual([1, 'Wool Coat', [['Material not stated', 1]]])
  expect(names.slice(1).toSorted()).toEqual(['Coat 1', 'Coat 2'])
})

it('says that nothing states what is wanted, without its filter', async () => {
  const { total, starts, applied, relaxed, names } = await readList('dress size 38')
  expect(applied.map(({ label }) => label)).toEqual(['Dresses'])
  expect([...starts]).toEqual([['Size not stated', 0]])
  expect([total, names.length]).toEqual([23, 23])
  expect(relaxed).toEqual([
    {
      words: 'size 38',
      did: 'No results for dresses in size 38. Showing products with size not stated.',
    },
  ])
})

it('lists others of the kind after the few that are narrower', async () => {
  const { names, total, starts, sections } = await readList('wrap skirt')
  expect([total, names.length, [...starts]]).toEqual([2, 16, [['Also close', 2]]])
  expect(names.slice(0, 2).toSorted()).toEqual(['Wrap Skirt 1', 'Wrap Skirt 2'])
  expect(sections).toMatchObject([{ section: 'close', total: 14 }])
})

it('counts by facet what matches, not what may', async () => {
  for (const q of ['maxi dress', 'wrap skirt', 'wool coat', 'dress size 38']) {
    const list = await readList(q)
    const { total, facets } = await app.search.productSearch.counts({ q })
    expect([q, total]).toEqual([q, list.total])
    for (const { facet, value, count } of facets.filter((each) => each.facet === 'brand')) {
      const chosen = await app.search.productSearch.counts({ q, [facet]: [value] })
      expect(chosen.total).toBe(count)
    }
  }
})

it('compares prices that no rate converts in their own currency, and counts the others apart', async () => {
  const test = await startTestApp()
  try {
    const prices = ['€40', '€90', 'XOF 30', 'XOF 90', 'XPF 30']
    await importRows(
      test.pool,
      prices.map((price, index) =>
        catalogRow({
          name: `Coat at ${price}`,
          price,
          website: `https://x.example.com/${index}`,
          celebrity_image: `https://x.example.com/${index}.jpg`,
        }),
      ),
    )
    const find = async (value: { min?: number; max?: number; currency: string }) => {
      const { products, total, sections } = await test.search.productSearch.products({
        q: 'coat',
        price: value,
        sort: 'relevance',
      })
      return [
        total,
        products.map(({ price }) => price).toSorted(),
        sections.map(({ heading, total: size }) => [heading, size]),
      ]
    }
    const other = 'Price in another currency'
    expect(await find({ max: 50, currency: 'XOF' })).toEqual([
      1,
      ['XOF 30', 'XPF 30', '€40', '€90'],
      [[other, 3]],
    ])
    expect(await find({ max: 50, currency: 'EUR' })).toEqual([
      1,
      ['XOF 30', 'XOF 90', 'XPF 30', '€40'],
      [[other, 3]],
    ])
  } finally {
    await test.close()
  }
})
