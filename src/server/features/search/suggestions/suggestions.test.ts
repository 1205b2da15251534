import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createRates } from '#server/features/rates/index.ts'
import { createSearch } from '#server/features/search/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'

const PRODUCTS = [
  'Red Silk Dress',
  'Red Cotton Dress',
  'Black Silk Dress',
  'Red Denim Jacket',
  'Blue Denim Jacket',
  "Women's Red Ankle Boots",
  "Women's Black Boots",
  "Women's Black Leather Boots",
  "Men's Wool Coat",
  'Black Fedora Hat',
  'Straw Hat',
  'Quillon Tote Bag',
]

let database: Database
let search: ReturnType<typeof createSearch>
beforeAll(async () => {
  database = await testDatabase()
  await importRows(
    database.pool,
    PRODUCTS.map((name, index) =>
      catalogRow({
        name,
        brand: index % 2 ? 'Almara' : 'Oslo & Fjord',
        celebrity_name: 'Ada Lune',
        celebrity_image: 'https://x.example.com/a.jpg',
        website: `https://s.example.com/${index}`,
      }),
    ),
  )
  search = createSearch(database.pool, createRates(database.pool, undefined).current)
})
afterAll(() => database.close())

const complete = async (text: string) =>
  (await search.suggestions.complete(text)).map((suggestion) => suggestion.text)
const related = async (text: string) =>
  (await search.suggestions.related(text)).map((suggestion) => suggestion.text)

describe('suggestions', () => {
  it.each([
    ['red d', ['red dress', 'red denim jacket']],
    ['wom', ["women's boots"]],
    ['ankle b', ['ankle boots']],
    ['alm', ['Almara']],
    ['oslo d', ['oslo dress']],
    ['dre', ['dress']],
    ['dress', ['red dress', 'black dress']],
    ['Black ', ['Black boots']],
    ['fed', ['fedora']],
    ['quil', ['quillon']],
  ])('completes “%s”', async (typed, expected) => {
    expect(await complete(typed)).toEqual(expect.arrayContaining(expected))
  })

  it('suggests nothing that the catalogue does not have', async () => {
    expect(await complete('green d')).toEqual([])
    expect(await complete('sung')).toEqual([])
    // A vocabulary word of hats, but no hat here is one.
    expect(await complete('tril')).toEqual([])
    expect(await complete('zzzz')).toEqual([])
  })

  it('relates a search to other colours, kinds and departments', async () => {
    expect(await related('red dress')).toEqual(
      expect.arrayContaining(['black dress', 'red jacket']),
    )
    expect(await related('boots')).toEqual(
      expect.arrayContaining(['black boots', 'ankle boots', "women's boots"]),
    )
    expect(await related('red dress')).not.toContain('red dress')
  })

  it('counts what the suggested search finds', async () => {
    const typed = ['red d', 'wom', 'b', 'd', 'almara ', 'fed', 'dress']
    const lists = await Promise.all([
      ...typed.map(search.suggestions.complete),
      search.suggestions.related('red dress'),
    ])
    const suggestions = lists.flat()
    expect(suggestions.length).toBeGreaterThan(15)
    for (const { text, count } of suggestions) {
      const { total, relaxed } = await search.productSearch.products({ q: text, sort: 'relevance' })
      expect({ text, count: total, relaxed }).toEqual({ text, count, relaxed: [] })
    }
  })
})
