import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createRates } from '#server/features/rates/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createSearch } from './index.ts'

const named = (name: string, celebrity_name: string, brand = '') =>
  catalogRow({
    name,
    brand,
    celebrity_name,
    celebrity_image: `https://x.example.com/${encodeURIComponent(celebrity_name)}.jpg`,
    website: `https://s.example.com/${encodeURIComponent(name)}`,
  })

let database: Database
let search: ReturnType<typeof createSearch>['searchWords']
beforeAll(async () => {
  database = await testDatabase()
  await importRows(database.pool, [
    named('Red Leather Sneakers', 'Zoë Ward', 'Almara'),
    named('Blue Sneaker', 'Ada Lune', 'Norrvik'),
    named('Crème Silk Dress', 'Ada Lune'),
    named('Summer Dresses', "Sinead O'Leary"),
    named("Men's 501:original Jeans & more", 'Ada Lune'),
    named('No Dress Without a Øre 2.5', 'Ada Lune'),
  ])
  search = createSearch(database.pool, createRates(database.pool, undefined).current).searchWords
})
afterAll(() => database.close())

const products = async (text: string) => (await search(text)).products.map(({ name }) => name)
const celebrities = async (text: string) => (await search(text)).celebrities.map(({ name }) => name)

describe('searching products by words', () => {
  it.each([
    ['leather', ['Red Leather Sneakers']],
    ['sneakers red', ['Red Leather Sneakers']],
    ['snaekers', ['Blue Sneaker', 'Red Leather Sneakers']],
    ['sneaker', ['Blue Sneaker', 'Red Leather Sneakers']],
    ['dress', ['Crème Silk Dress', 'Summer Dresses']],
    ['creme', ['Crème Silk Dress']],
    ['CRÈME', ['Crème Silk Dress']],
    ['lea', ['Red Leather Sneakers']],
    ['almara', ['Red Leather Sneakers']],
    ['ada silk', ['Crème Silk Dress']],
    ['lether snekers', ['Red Leather Sneakers']],
    ["men's", ["Men's 501:original Jeans & more"]],
    ['501', ["Men's 501:original Jeans & more"]],
    ['xylophone', []],
    ["'; DROP TABLE products; --", []],
    ['% _ \\ :* & | !', []],
  ])('finds by %s', async (text, names) => {
    expect((await products(text)).filter((name) => names.includes(name)).sort()).toEqual(names)
    if (names.length === 0) expect(await products(text)).toEqual([])
  })

  it.each(['No Dress Without a Øre 2.5', ' no dress without a øre 2.5 '])(
    'finds by the whole title, whatever its words mean: %s',
    async (text) => expect(await products(text)).toEqual(['No Dress Without a Øre 2.5']),
  )

  it('finds the kind that was asked for if nothing has all the words', async () => {
    expect(await products('silk jeans')).toEqual(["Men's 501:original Jeans & more"])
  })
})

describe('searching celebrities', () => {
  it.each([
    ['zoe', 'Zoë Ward'],
    ['war', 'Zoë Ward'],
    ['zoe wrad', 'Zoë Ward'],
    ['oleary', "Sinead O'Leary"],
    ['sinaed', "Sinead O'Leary"],
  ])('finds by %s', async (text, name) => expect(await celebrities(text)).toContain(name))

  // Two letters of six are too many: 'signed' is not Sinead.
  it.each(['xylophone', 'signed'])('finds nobody by %s, which is like no name', async (text) => {
    expect(await celebrities(text)).toEqual([])
  })
})
