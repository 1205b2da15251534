import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAtomically } from '#server/core/db/query.ts'
import type { Database } from '#server/core/db/database.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createShops, importRows } from './index.ts'

let database: Database
let folder: string
let shops: ReturnType<typeof createShops>
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-events-'))
  const { pool } = database
  shops = createShops({ pool, atomically: createAtomically(pool), folder: join(folder, 'tmp') })
})
afterAll(async () => {
  await shops.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const { name } of await shops.list()) await shops.remove(name)
  await database.pool.query('TRUNCATE catalog.events')
})

type Item = { id: string; price?: string; stock?: string | null; size?: string; gtin?: string }
const item = ({ id, price = '10.00 EUR', stock = 'in stock', size, gtin }: Item) =>
  `<item><g:id>${id}${size ?? ''}</g:id><title>Dress ${id}</title>
  <link>https://shop.example.com/${id}</link><g:price>${price}</g:price>
  <g:image_link>https://cdn.example.com/${id}.jpg</g:image_link>
  ${stock === null ? '' : `<g:availability>${stock}</g:availability>`}
  ${size ? `<g:size>${size}</g:size><g:item_group_id>${id}</g:item_group_id>` : ''}
  ${gtin ? `<g:gtin>${gtin}</g:gtin>` : ''}</item>`

const read = async (...items: Item[]) => {
  const source = join(folder, 'Shop.xml')
  await writeFile(source, `<rss><channel>${items.map(item).join('\n')}</channel></rss>`)
  if ((await shops.list()).length === 0) await shops.add({ name: 'Shop', source })
  await database.pool.query('TRUNCATE catalog.events')
  return shops.run('Shop')
}

/** What the last run wrote. */
const events = async (): Promise<[kind: string, detail: object][]> => {
  const { rows } = await database.pool.query<{ kind: string; detail: object }>(
    'SELECT kind, detail FROM catalog.events ORDER BY id',
  )
  return rows.map(({ kind, detail }): [string, object] => [kind, detail])
}

test('a new product, a price that changed and one that did not', async () => {
  await read({ id: 'a' }, { id: 'b' })
  expect(await events()).toEqual([
    ['product-added', {}],
    ['product-added', {}],
  ])
  await read({ id: 'a', price: '8.00 EUR' }, { id: 'b' })
  expect(await events()).toEqual([
    ['price-changed', { former_amount: 10, former_currency: 'EUR', amount: 8, currency: 'EUR' }],
  ])
})

test('a shop that changes its currency says so in the event', async () => {
  await read({ id: 'a', price: '100 EUR' })
  await read({ id: 'a', price: '80 USD' })
  expect(await events()).toEqual([
    ['price-changed', { former_amount: 100, former_currency: 'EUR', amount: 80, currency: 'USD' }],
  ])
})

test.each([
  ['in stock', 'out of stock', ['sold-out']],
  ['out of stock', 'in stock', ['back-in-stock']],
  // Unknown is neither: nobody said that it was sold out.
  [null, 'in stock', []],
  ['in stock', null, []],
  ['out of stock', null, []],
  [null, 'out of stock', ['sold-out']],
  ['out of stock', 'preorder', []],
])('from %s to %s: %j', async (before, after, kinds) => {
  await read({ id: 'a', stock: before })
  await read({ id: 'a', stock: after })
  expect((await events()).map(([kind]) => kind)).toEqual(kinds)
})

test('one size that is sold out and returns', async () => {
  const sizes = (m: string) =>
    read({ id: 'a', size: 'S' }, { id: 'a', size: 'M', stock: m }, { id: 'a', size: 'L' })
  await sizes('in stock')
  await sizes('out of stock')
  const size = { size: 'M', amount: 10, currency: 'EUR' }
  expect(await events()).toEqual([['sold-out', size]])
  await sizes('in stock')
  expect(await events()).toEqual([['back-in-stock', size]])
})

test('sizes that are all written in another way neither come nor go', async () => {
  await read({ id: 'a', size: '38' }, { id: 'a', size: '39' })
  await read({ id: 'a', size: 'EU 38' }, { id: 'a', size: 'EU 39' })
  expect(await events()).toEqual([])
})

test('sizes of which one is not stated are not sold out', async () => {
  await read({ id: 'a', size: 'S', stock: 'out of stock' }, { id: 'a', size: 'M', stock: null })
  const { rows } = await database.pool.query(
    'SELECT availability FROM catalog.offers WHERE shop_item_id IS NOT NULL',
  )
  expect(rows).toEqual([{ availability: null }])
})

test('a halved feed is refused and writes nothing, nor does the whole one that follows', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
  await read(...all)
  expect(await read(...all.slice(0, 2))).toMatchObject({ outcome: 'refused' })
  expect(await events()).toEqual([])
  await read(...all)
  expect(await events()).toEqual([])
})

test('a product that became part of another names it; a removed one is removed', async () => {
  await read({ id: 'a' }, { id: 'b', gtin: '4006381333931' })
  const { rows } = await database.pool.query<{ id: string; item: string }>(
    'SELECT product_id AS id, shop_item_id AS item FROM catalog.offers WHERE shop_item_id IS NOT NULL',
  )
  const idOf = (name: string) => rows.find(({ item: id }) => id === name)?.id
  await read({ id: 'a', gtin: '4006381333931' }, { id: 'b', gtin: '4006381333931' })
  expect(await events()).toContainEqual(['product-removed', { merged_into: Number(idOf('b')) }])
  await database.pool.query('TRUNCATE catalog.events')
  await shops.remove('Shop')
  expect((await events()).map(([kind]) => kind)).toContain('product-removed')
})

test('a catalogue file writes them too', async () => {
  await importRows(database.pool, [catalogRow({ price: '$100' })], { replace: true })
  await database.pool.query('TRUNCATE catalog.events')
  await importRows(database.pool, [catalogRow({ price: '$90' })], { replace: true })
  expect(await events()).toEqual([
    ['price-changed', { former_amount: 100, former_currency: 'USD', amount: 90, currency: 'USD' }],
  ])
  await database.pool.query('TRUNCATE catalog.events')
  await importRows(
    database.pool,
    [catalogRow({ name: 'Other', website: 'https://x.example.com/' })],
    {
      replace: true,
    },
  )
  expect((await events()).map(([kind]) => kind).toSorted()).toEqual([
    'product-added',
    'product-removed',
  ])
})
