import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { importRows } from '#server/features/ingest/index.ts'

let test: Awaited<ReturnType<typeof startTestApp>>
let id: string
const UNWORN = '00000000-0000-4000-8000-000000000001'
beforeAll(async () => {
  test = await startTestApp()
  const row = catalogRow({
    name: 'Velvet Dress',
    price: '$200',
    product_image: '/media/demo/a.png',
  })
  await importRows(test.pool, [
    row,
    catalogRow({ ...row, celebrity_name: 'Bo', celebrity_image: 'https://a.example.com/bo.jpg' }),
  ])
  const { rows } = await test.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  id = rows[0]?.id ?? ''
  await test.pool.query(
    `WITH shop AS (INSERT INTO catalog.shops (name, host) VALUES ('Cheap', 'cheap.example.com') RETURNING id)
    INSERT INTO catalog.offers (product_id, shop_id, shop_item_id, url, price, price_amount, currency, availability, sizes)
    SELECT $1, shop.id, item, 'https://cheap.example.com/' || item, price, amount, currency, state, '{S,M}'
    FROM shop, (VALUES ('eur', '€150', 150, 'EUR', 'in_stock'), ('gone', '$10', 10, 'USD', 'removed'),
      ('chf', 'CHF 180', 180, 'CHF', 'in_stock')) AS offer(item, price, amount, currency, state)`,
    [id],
  )
  await test.pool.query(`UPDATE catalog.products SET colors = '{red}', kind = 'dress'`)
  await test.pool.query(
    `INSERT INTO catalog.seen_attributes (product_id, models, kind, type, colors, material)
    VALUES ($1, 'test', 'dress', 'midi dress', '{burgundy}', 'velvet')`,
    [id],
  )
})
afterAll(() => test.close())

it('compares sellers of all currencies: what can be bought first, then the cheapest', async () => {
  const { offers } = await test.browse.productDetail(id)
  expect(offers.map(({ price }) => price)).toEqual(['€150', '$200', 'CHF 180', '$10'])
  expect(offers[0]).toMatchObject({ shop: 'Cheap', sizes: ['S', 'M'], availability: 'in_stock' })
  expect(offers[3]).toMatchObject({ availability: 'removed' })
})

it('lists the colours of a thing, as its shop groups them', async () => {
  await test.pool.query(
    `WITH shop AS (INSERT INTO catalog.shops (name) VALUES ('Colours') RETURNING id),
      item(title, colors, cluster) AS (VALUES
        ('Rib dress', '{Bordeaux}'::text[], 7), ('Rib dress', '{Navy}', 7), ('Rib dress', '{Navy}', 7),
        ('Garden chair', '{Green}', 7), ('Rib dress', '{White}', 8)),
      numbered AS (SELECT *, row_number() OVER ()::text AS n FROM item),
      product AS (INSERT INTO catalog.products (product_key, title, colors)
        SELECT gen_random_uuid(), title || ' ' || n, colors FROM numbered RETURNING id, title),
      offer AS (INSERT INTO catalog.offers (product_id, shop_id, shop_item_id, url, price)
        SELECT product.id, shop.id, n, 'https://c.example/' || n, '€5' FROM shop, numbered
        JOIN product ON product.title = numbered.title || ' ' || n)
    INSERT INTO catalog.feed_items (shop_id, shop_item_id, cluster, content)
      SELECT shop.id, n, cluster, 0 FROM shop, numbered`,
  )
  const colorsOf = async (title: string) => {
    const { rows } = await test.pool.query<{ id: string }>(
      'SELECT id FROM catalog.products WHERE title = $1',
      [title],
    )
    const { id: own, colours } = await test.browse.productDetail(rows[0]?.id ?? '')
    return colours.map(({ id: other, name, colour, family }) => [
      name,
      colour,
      family,
      other === own,
    ])
  }
  expect(await colorsOf('Rib dress 1')).toEqual([
    ['Rib dress 1', 'Bordeaux', 'burgundy', true],
    ['Rib dress 2', 'Navy', 'navy', false],
  ])
  // Of equals, the page's own is the one that is chosen.
  expect(await colorsOf('Rib dress 3')).toContainEqual(['Rib dress 3', 'Navy', 'navy', true])
  expect(await colorsOf('Rib dress 5')).toEqual([])
})

it('shows on its card the offer that costs least in one currency', async () => {
  await test.pool.query(
    `INSERT INTO catalog.products (product_key, title) VALUES ('${UNWORN}', 'Unworn');
    INSERT INTO catalog.offers (product_id, shop_item_id, shop_id, url, price, price_amount, currency)
    SELECT id, price, (SELECT min(id) FROM catalog.shops), 'https://a.example/' || price, price, amount, currency
    FROM catalog.products, (VALUES ('£60', 60, 'GBP'), ('$70', 70, 'USD'), ('¥9000', 9000, 'JPY'),
      ('XXX 1', 1, 'XXX')) AS offer(price, amount, currency) WHERE title = 'Unworn'`,
  )
  const { rows } = await test.pool.query<{ id: string }>(
    `SELECT id FROM catalog.products WHERE title = 'Unworn'`,
  )
  const { card, offers } = await test.browse.productDetail(rows[0]?.id ?? '')
  expect(card.price).toBe('¥9000')
  expect(offers.map(({ price }) => price)).toEqual(['¥9000', '$70', '£60', 'XXX 1'])
})

it('tells who wears it, and what was seen rather than stated', async () => {
  const { wornIn, ...data } = await test.browse.productDetail(id)
  expect(data).toMatchObject({
    id,
    card: { name: 'Velvet Dress' },
    pictures: ['/media/demo/a.png'],
    attributes: [
      { name: 'Type', value: 'midi dress', isSeen: true },
      { name: 'Colour', value: 'red', isSeen: false },
      { name: 'Material', value: 'velvet', isSeen: true },
    ],
  })
  expect(wornIn.map(({ celebrity_name }) => celebrity_name).toSorted()).toEqual(['Ada Lune', 'Bo'])
})

it('says who wears only something similar, after those who wear it', async () => {
  const claim = (by: string, certainty: number) =>
    test.pool.query(
      `UPDATE catalog.worn_items worn SET said_by = $1, certainty = $2 FROM catalog.people person
        WHERE person.id = worn.person_id AND person.name = 'Ada Lune'`,
      [by, certainty],
    )
  const wearers = async () =>
    (await test.browse.productDetail(id)).wornIn.map((tile) => [
      tile.celebrity_name,
      tile.isSimilar,
    ])
  await claim('creator', 0.5)
  expect(await wearers()).toEqual([
    ['Bo', false],
    ['Ada Lune', true],
  ])
  await claim('creator', 1)
  expect(await wearers()).toContainEqual(['Ada Lune', false])
})

it('links to searches for it in the other shops of the setting', async () => {
  await test.pool.query(`UPDATE catalog.products SET brand = 'Lune' WHERE id = $1`, [id])
  const { elsewhere } = await test.browse.productDetail(id)
  expect(elsewhere.map(({ name }) => name)).toEqual(['Google Shopping', 'eBay', 'Vinted', 'Etsy'])
  const words = elsewhere.map(({ url }) => new URL(url).searchParams)
  expect(words[1]?.get('_nkw')).toBe('Lune Velvet Dress')
})

it('plots the prices of the first seller over time', async () => {
  const change = (price: string, amount: number) =>
    test.pool.query(
      `UPDATE catalog.offers SET price = $1, price_amount = $2 WHERE shop_item_id = 'eur'`,
      [price, amount],
    )
  await change('€140', 140)
  await change('€145', 145)
  const { history } = await test.browse.productDetail(id)
  expect(history.map(({ amount }) => amount)).toEqual([150, 140, 145])
})

it('leaves prices of another currency out of the plot, and begins the next where it begins', async () => {
  const change = async (price: string, amount: number, currency: string) => {
    await test.pool.query(
      `UPDATE catalog.offers SET price = $1, price_amount = $2, currency = $3
        WHERE shop_item_id = 'eur'`,
      [price, amount, currency],
    )
    const { rows } = await test.pool.query<{ at: Date }>(
      'SELECT max(changed_at) AS at FROM catalog.price_changes',
    )
    return rows[0]?.at.toISOString()
  }
  const before = (await test.browse.productDetail(id)).history
  await change('$20', 20, 'USD')
  const at = await change('€130', 130, 'EUR')
  const { history } = await test.browse.productDetail(id)
  expect(history).toEqual([...before, { at, amount: 130 }])
})

it('says on its card that nobody sells it any more, and when that was checked', async () => {
  const { rows } = await test.pool.query<{ id: string }>(
    `WITH product AS (INSERT INTO catalog.products (product_key, title) VALUES (gen_random_uuid(), 'Lost hat') RETURNING id),
    offer AS (INSERT INTO catalog.offers (product_id, shop_item_id, url, price, availability, last_checked_at)
      SELECT id, 'lost', 'https://a.example.com/lost', '$5', 'removed', '2026-01-02T03:04:05Z' FROM product)
    SELECT id FROM product`,
  )
  const { card } = await test.browse.productDetail(rows[0]?.id ?? '')
  expect(card).toMatchObject({ availability: 'removed', checkedAt: '2026-01-02T03:04:05.000Z' })
  expect((await test.browse.productDetail(id)).card.availability).toBeUndefined()
})

it('is found by its own id and by that of an item somebody wears', async () => {
  const { rows } = await test.pool.query<{ id: string }>('SELECT id FROM catalog.worn_items')
  for (const { id: worn } of rows)
    expect(await test.browse.productDetail(worn)).toMatchObject({
      id,
      card: { name: 'Velvet Dress' },
    })
})

it.each(['0', '999999', 'abc', '-1', '1e3'])('product %s is not found', async (unknown) => {
  expect((await test.request(`/api/product/${unknown}`)).status).toBe(404)
})
