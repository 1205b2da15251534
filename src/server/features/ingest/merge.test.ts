import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { importRows } from './index.ts'
import { createRates } from '#server/features/rates/index.ts'
import { createSearch } from '#server/features/search/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createImportStore } from '#server/features/catalog/index.ts'
import { type StagedItem, stagedRecords } from '#server/features/catalog/index.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await database.pool.query(
    'TRUNCATE catalog.people, catalog.looks, catalog.shops, catalog.products RESTART IDENTITY CASCADE',
  )
  await database.pool.query("INSERT INTO catalog.shops (name) VALUES ('First'), ('Second')")
})

const FIRST = 1
const SECOND = 2
const GTIN = '00012345678905'

const item = (itemId: string, changes: Partial<StagedItem> = {}, shop = FIRST): StagedItem => ({
  line: Number(itemId),
  title: `Wool Coat ${itemId}`,
  price: '$120.00',
  url: `https://shop${shop}.example/${itemId}`,
  pictures: [`https://shop${shop}.example/${itemId}.jpg`],
  shop: { id: shop, itemId },
  availability: 'in_stock',
  ...changes,
})

/** The steps of a feed's run. */
const take = async (...items: StagedItem[]) => {
  let counted = { added: 0, changed: 0 }
  await createImportStore(database.pool).inTransaction(async (session) => {
    await session.stage(stagedRecords(items))
    counted = await session.mergeItems()
    await session.recount()
    await session.rebuildWords()
    await session.describeChanged()
    return 'keep'
  })
  return counted
}
const all = async (sql: string) => (await database.pool.query<object>(sql)).rows
const offers = () =>
  all(`SELECT shop_id, shop_item_id, gtin FROM catalog.offers
    JOIN catalog.products ON products.id = product_id ORDER BY shop_id, shop_item_id`)
const numberOfProducts = async () => (await all('SELECT FROM catalog.products')).length

describe('items of a shop', () => {
  it('are products that nobody wears, found by words and as cards', async () => {
    expect(await take(item('1'), item('2', { brand: 'Almara', category: 'clothing' }))).toEqual({
      added: 2,
      changed: 0,
    })
    const { products } = await createSearch(
      database.pool,
      createRates(database.pool, undefined).current,
    ).searchWords('almara coat')
    expect(products).toMatchObject([
      { name: 'Wool Coat 2', brand: 'Almara', celebrity_name: '', price: '$120.00' },
    ])
    const key = await createCatalogReader(database.pool).products.keyOf(products[0]?.id ?? '')
    expect(
      (await createCatalogReader(database.pool).products.byKeys([key ?? ''])).get(key ?? ''),
    ).toEqual(products[0])
  })

  it('can be taken again without a change, also where two describe one product', async () => {
    const items = [
      item('1', { gtin: GTIN, colors: ['red'] }),
      item('2', { gtin: GTIN, colors: ['dark red'], sizes: ['S', 'M'] }),
      item('3', { description: 'Warm' }),
    ]
    await take(...items)
    expect(await numberOfProducts()).toBe(2)
    const before = await all('SELECT * FROM catalog.products, catalog.offers ORDER BY 1, offers.id')
    expect(await take(...items)).toEqual({ added: 0, changed: 0 })
    expect(
      await all('SELECT * FROM catalog.products, catalog.offers ORDER BY 1, offers.id'),
    ).toEqual(before)
  })

  it('change when the shop says something else, and stay apart from another with the same title', async () => {
    await take(item('1', { title: 'Coat' }), item('2', { title: 'Coat' }))
    expect(await numberOfProducts()).toBe(2)
    expect(
      await take(
        item('1', { title: 'Coat', material: 'wool', price: '$99.00' }),
        item('2', { title: 'Coat', availability: 'out_of_stock' }),
      ),
    ).toEqual({ added: 0, changed: 2 })
    expect(await all('SELECT material FROM catalog.products ORDER BY id')).toEqual([
      { material: 'wool' },
      { material: null },
    ])
    expect(await all('SELECT former_amount FROM catalog.price_changes')).toEqual([
      { former_amount: '120' },
    ])
  })
})

describe('the identity of a product', () => {
  it('is its GTIN: two shops have offers of one product, and the second only fills gaps', async () => {
    await take(item('1', { gtin: GTIN, title: 'First title' }))
    const again = item('9', { gtin: GTIN, title: 'Second title', material: 'wool' }, SECOND)
    await take(again)
    expect(await numberOfProducts()).toBe(1)
    expect(await all('SELECT title, material FROM catalog.products')).toEqual([
      { title: 'First title', material: 'wool' },
    ])
    expect(await take(again)).toEqual({ added: 0, changed: 0 })
  })

  it('is otherwise brand and MPN, whatever their case', async () => {
    await take(item('1', { brand: 'Almara', mpn: 'ab-1' }))
    await take(item('9', { brand: 'ALMARA', mpn: 'AB-1' }, SECOND))
    await take(item('8', { brand: 'Other', mpn: 'AB-1' }, SECOND))
    expect(await numberOfProducts()).toBe(2)
  })

  it('is also the colour where colours share an MPN, but not where they share a GTIN', async () => {
    const beanie = (itemId: string, color: string, more: Partial<StagedItem> = {}) =>
      item(itemId, { brand: 'Nord', mpn: 'N-7', colors: [color], ...more }, SECOND)
    await take(beanie('1', 'Red'))
    await take(beanie('2', 'Blue'))
    expect(await numberOfProducts()).toBe(2)
    await take(beanie('3', 'RED'))
    expect(await numberOfProducts()).toBe(2)
    // The shop sells another colour under the same id.
    await take(beanie('1', 'Green'))
    expect(await numberOfProducts()).toBe(3)
    await take(beanie('5', 'Yellow', { gtin: GTIN }))
    await take(beanie('6', 'Pink', { gtin: GTIN }))
    expect(await numberOfProducts()).toBe(4)
    // An item that states no colour may be any of them.
    await take(item('7', { brand: 'Nord', mpn: 'N-7' }))
    expect(await numberOfProducts()).toBe(4)
  })

  it('stays when the shop adds a GTIN or MPN later, and other shops find it by that', async () => {
    await take(item('1'), item('2'))
    const [{ id }] = (await all('SELECT id FROM catalog.products ORDER BY id')) as [{ id: string }]
    // A second item with the same number must not get a product of its own.
    await take(item('1', { gtin: GTIN }), item('3', { gtin: GTIN }))
    await take(item('2', { brand: 'Almara', mpn: 'AB-1' }))
    expect(await all('SELECT id FROM catalog.products WHERE gtin IS NOT NULL')).toEqual([{ id }])
    await take(
      item('9', { gtin: GTIN }, SECOND),
      item('8', { brand: 'Almara', mpn: 'ab-1' }, SECOND),
    )
    expect(await numberOfProducts()).toBe(2)
  })

  it('changes with the GTIN: the offer moves to that product', async () => {
    await take(item('1', { gtin: GTIN }))
    await take(item('9', { gtin: GTIN }, SECOND))
    await take(item('1', { gtin: '00012345678912' }))
    expect(await offers()).toMatchObject([{ gtin: '00012345678912' }, { gtin: GTIN }])
  })
})

describe('the catalogue file and shops', () => {
  it('--replace removes what the file no longer has, but nothing of a shop', async () => {
    await take(item('1'))
    await importRows(database.pool, [catalogRow()])
    await importRows(database.pool, [catalogRow({ name: 'Hat' })], { replace: true })
    expect(await all('SELECT title FROM catalog.products ORDER BY title')).toEqual([
      { title: 'Hat' },
      { title: 'Wool Coat 1' },
    ])
  })

  it('are one product and one offer where a row links to what a feed sells', async () => {
    const url = 'https://almara.example.com/coat'
    await take(item('1', { title: 'Coat', url, price: '$120.00', pictures: [] }))
    const row = catalogRow({ name: 'Coat', website: url, price: '$120.00', product_image: '' })
    await importRows(database.pool, [row])
    expect(await numberOfProducts()).toBe(1)
    expect(await all('SELECT shop_item_id FROM catalog.offers')).toEqual([{ shop_item_id: '1' }])
    expect(
      await all(
        'SELECT offer.url FROM catalog.worn_items JOIN catalog.offers offer ON offer.id = offer_id',
      ),
    ).toEqual([{ url }])
    expect(await importRows(database.pool, [row])).toMatchObject({ added: 0, changed: 0 })
    // Another thing on the same page is another product.
    await importRows(database.pool, [catalogRow({ name: 'Belt', website: url })])
    expect(await numberOfProducts()).toBe(2)
  })

  it('what was seen in a picture stays beside what is stated', async () => {
    await take(item('1', { category: 'clothing' }))
    await database.pool.query(
      `INSERT INTO catalog.seen_attributes (product_id, models, kind, colors)
      SELECT id, 'test', 'coat', '{red}' FROM catalog.products`,
    )
    expect(await take(item('1', { category: 'clothing' }))).toEqual({ added: 0, changed: 0 })
    await take(item('1', { category: 'clothing', colors: ['dark red'] }))
    expect(await all('SELECT kind, colors FROM catalog.products')).toEqual([
      { kind: null, colors: ['dark red'] },
    ])
    expect(await all('SELECT kind, colors FROM catalog.seen_attributes')).toEqual([
      { kind: 'coat', colors: ['red'] },
    ])
  })
})
