import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { testDatabase } from '#tests/support/database.ts'
import { gzipped } from '#tests/support/feed-items.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { createShops } from './index.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }

let database: Database
let folder: string
let shops: ReturnType<typeof createShops>
let server: Awaited<ReturnType<typeof loopbackServer>>
let answer: (path: string, headers: Record<string, unknown>) => Answer
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-shops-'))
  server = await loopbackServer(({ url, headers }, response) => {
    const {
      status = 200,
      headers: own = {},
      body = '',
    } = answer(url.pathname + url.search, headers)
    response.writeHead(status, own).end(body)
  })
  shops = createShops({
    pool: database.pool,
    atomically: createAtomically(database.pool),
    folder: join(folder, 'tmp'),
    web: { isPublic: () => true, ports: [Number(new URL(server.url).port)] },
  })
})
afterAll(async () => {
  await shops.close()
  await server.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const { name } of await shops.list()) await shops.remove(name)
})

type Row = { id: string; title?: string; price?: string; more?: string }
const feed = (...rows: Row[]) =>
  `<?xml version="1.0"?><rss><channel>${rows
    .map(
      ({ id, title = `Dress ${id}`, price = '10.00 EUR', more = '' }) =>
        `\n<item><g:id>${id}</g:id><title>${title}</title><link>https://shop.example.com/${id}</link><g:price>${price}</g:price><g:image_link>https://cdn.example.com/${id}.jpg</g:image_link><g:availability>in stock</g:availability>${more}</item>`,
    )
    .join('')}</channel></rss>`

const write = async (text: string | Buffer, name = 'feed.xml') => {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

const add = async (text: string | Buffer, name = 'Shop') => {
  await shops.add({ name, source: await write(text, `${name}.xml`) })
  return shops.run(name)
}
const rerun = async (text: string, options = {}, name = 'Shop') => {
  await write(text, `${name}.xml`)
  return shops.run(name, options)
}

const offers = async () => {
  const { rows } = await database.pool.query<{
    item: string
    price: string
    state: string
    title: string
  }>(
    `SELECT shop_item_id AS item, price, availability AS state, title, sizes
    FROM catalog.offers JOIN catalog.products ON products.id = product_id
    WHERE shop_item_id IS NOT NULL ORDER BY shop_item_id`,
  )
  return rows
}
const prices = async () =>
  Object.fromEntries((await offers()).map(({ item, price, state }) => [item, `${price} ${state}`]))

describe('a feed is read', () => {
  it('into products and offers; reading it again changes nothing', async () => {
    expect(await add(feed({ id: 'a' }, { id: 'b', price: 'USD 12' }))).toMatchObject({
      outcome: 'changed',
      items: 2,
      added: 2,
      skipped: 0,
    })
    expect(await prices()).toEqual({ a: '€10 in_stock', b: '$12 in_stock' })
    expect(await shops.run('Shop')).toMatchObject({ outcome: 'unchanged' })
    // The same items in another wording of the file are compared one by one.
    expect(await rerun(`${feed({ id: 'a' }, { id: 'b', price: 'USD 12' })}\n`)).toMatchObject({
      outcome: 'unchanged',
      items: 2,
      added: 0,
      changed: 0,
    })
  })

  it('changed prices are kept with their history, and missing items become unavailable', async () => {
    await add(feed({ id: 'a' }, { id: 'b' }, { id: 'c' }))
    expect(await rerun(feed({ id: 'a', price: '8.00 EUR' }, { id: 'c' }))).toMatchObject({
      outcome: 'changed',
      changed: 1,
      unavailable: 1,
    })
    expect(await prices()).toEqual({ a: '€8 in_stock', b: '€10 removed', c: '€10 in_stock' })
    const { rows } = await database.pool.query('SELECT former_price FROM catalog.price_changes')
    expect(rows).toEqual([{ former_price: '€10' }])
    // It comes back as the same offer.
    await rerun(feed({ id: 'a' }, { id: 'b' }, { id: 'c' }))
    expect(await prices()).toMatchObject({ b: '€10 in_stock' })
  })

  it('the list says how many offers it left', async () => {
    const listed = async () => (await shops.list()).map((shop) => shop.offers)
    await shops.add({
      name: 'Shop',
      source: await write(feed({ id: 'a' }, { id: 'b' }), 'Shop.xml'),
    })
    expect(await listed()).toEqual([0])
    await shops.run('Shop')
    await database.pool.query(
      "UPDATE catalog.offers SET availability = 'removed' WHERE shop_item_id = 'a'",
    )
    expect(await listed()).toEqual([2])
    await rerun(feed({ id: 'a' }))
    expect(await listed()).toEqual([1])
  })

  it('sizes of one thing become one offer with all of them', async () => {
    const size = (name: string, state = 'in stock') =>
      `<g:item_group_id>G</g:item_group_id><g:color>Red</g:color><g:size>${name}</g:size><g:availability>${state}</g:availability>`
    await add(
      feed(
        { id: 'a', title: 'Top', more: size('S') },
        { id: 'b', title: 'Top', price: '9 EUR', more: size('M') },
        { id: 'c', title: 'Top', more: size('S').replace('Red', 'Blue') },
      ),
    )
    expect(await offers()).toMatchObject([
      { item: 'G/blue', sizes: ['S'], price: '€10' },
      { item: 'G/red', sizes: ['S', 'M'], price: '€9' },
    ])
  })

  it('two shops with one GTIN offer one product', async () => {
    const gtin = '<g:gtin>4006381333931</g:gtin>'
    await add(feed({ id: 'a', title: 'Silk dress', more: gtin }), 'One')
    await add(
      feed({ id: 'z', title: 'SILK DRESS!', more: gtin }, { id: 'y', title: 'Silk dress' }),
      'Two',
    )
    const { rows } = await database.pool.query(
      `SELECT title, count(*)::int AS offers FROM catalog.products JOIN catalog.offers
        ON product_id = products.id WHERE shop_item_id IS NOT NULL GROUP BY products.id, title ORDER BY offers DESC`,
    )
    // The same title alone does not make it the same product.
    expect(rows).toEqual([
      { title: 'Silk dress', offers: 2 },
      { title: 'Silk dress', offers: 1 },
    ])
  })
})

describe('a feed that is broken changes nothing', () => {
  const four = feed({ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' })

  it.each([
    ['truncated', four.slice(0, -60), 'not well-formed'],
    [
      'mostly unusable',
      feed({ id: 'a' }, { id: 'b', price: '' }, { id: 'c', price: 'free' }),
      '2 of 3 items',
    ],
    ['suddenly much shorter', feed({ id: 'a' }), 'only 1 items left; it had 4'],
    ['empty', '', 'empty'],
    ['without items', feed(), 'no items'],
  ])('%s', async (_, broken, reason) => {
    await add(four)
    const before = await prices()
    expect(await rerun(broken)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining(reason),
      added: 0,
    })
    expect(await prices()).toEqual(before)
    expect(await shops.runs('Shop')).toMatchObject([{ outcome: 'refused' }, { outcome: 'changed' }])
  })

  it('unless it is forced', async () => {
    await add(four)
    expect(await rerun(feed({ id: 'a' }), { force: true })).toMatchObject({
      outcome: 'changed',
      unavailable: 3,
    })
  })

  it('one unusable item among many is skipped and reported with its line', async () => {
    const rows = Array.from({ length: 9 }, (_, n) => ({ id: `i${n}` }))
    expect(await add(feed(...rows, { id: 'bad', title: '' }))).toMatchObject({
      outcome: 'changed',
      added: 9,
      skipped: 1,
      problems: [[11, 'has no title']],
    })
  })
})

describe('a feed on the web', () => {
  it('is asked for only if it has changed, and comes packed', async () => {
    const asked: unknown[] = []
    answer = (_, headers) => {
      asked.push(headers['if-none-match'], headers['if-modified-since'])
      if (headers['if-none-match'] === '"v1"') return { status: 304 }
      return {
        headers: { etag: '"v1"', 'last-modified': 'Sun, 15 Nov 2026 00:00:00 GMT' },
        body: gzipped(feed({ id: 'a' })),
      }
    }
    await shops.add({ name: 'Web', source: `${server.url}/feed.xml.gz` })
    expect(await shops.run('Web')).toMatchObject({ outcome: 'changed', added: 1 })
    expect(await shops.run('Web')).toMatchObject({ outcome: 'unchanged' })
    expect(asked).toEqual([undefined, undefined, '"v1"', 'Sun, 15 Nov 2026 00:00:00 GMT'])
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  it('in the pages of a Shopify shop, with its currency', async () => {
    const product = (id: number) => ({
      id,
      title: `Top ${id}`,
      handle: `top-${id}`,
      variants: [{ price: '5.00', available: true }],
    })
    answer = (path) => {
      if (path === '/meta.json') return { body: '{"currency":"CAD"}' }
      const page = Number(new URL(path, 'http://a').searchParams.get('page'))
      const ids = page === 1 ? Array.from({ length: 250 }, (_, n) => n) : [1000]
      return { body: JSON.stringify({ products: ids.map(product) }) }
    }
    await shops.add({ name: 'Web', source: `${server.url}/products.json` })
    expect(await shops.run('Web')).toMatchObject({ outcome: 'changed', added: 251 })
    expect(await prices()).toMatchObject({ '1000': 'CAD 5 in_stock' })
  })

  it.each<[string, Answer, string]>([
    ['an error', { status: 403 }, 'status 403'],
    ['a redirect without an address', { status: 302 }, 'redirect'],
  ])('that answers with %s has failed, and says so', async (_, given, reason) => {
    answer = () => given
    await shops.add({ name: 'Web', source: `${server.url}/feed.xml` })
    expect(await shops.run('Web')).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining(reason),
    })
  })
})

describe('shops', () => {
  it.each([
    [{ name: '', source: 'x' }, 'name is missing'],
    [{ name: 'A', source: 'x', every: '1m' }, 'every must be at least 5m'],
    [{ name: 'A', source: 'x', every: 'daily' }, 'every must look like'],
    [{ name: 'A', source: 'x', currency: 'euro' }, 'currency must be'],
  ])('are not added with %j', async (given, reason) => {
    await expect(shops.add(given)).rejects.toThrow(reason)
  })

  it('with a time of their own are read again when it has come, by one server only', async () => {
    await shops.add({ name: 'Timed', source: await write(feed({ id: 'a' })), every: '6h' })
    await Promise.all([shops.runDue(), shops.runDue()])
    expect(await shops.runs('Timed')).toHaveLength(1)
    await database.pool.query(`UPDATE catalog.feeds SET next_run_at = now() - interval '1 minute'`)
    await shops.runDue()
    expect(await shops.runs('Timed')).toHaveLength(2)
  })

  it('that are removed take their offers along, and products that nobody else has', async () => {
    const gtin = '<g:gtin>4006381333931</g:gtin>'
    await add(feed({ id: 'a', more: gtin }, { id: 'b' }), 'One')
    await add(feed({ id: 'z', more: gtin }), 'Two')
    expect(await shops.remove('One')).toBe(2)
    expect(await offers()).toMatchObject([{ item: 'z', title: 'Dress a' }])
    expect(await shops.list()).toMatchObject([{ name: 'Two', offers: 1 }])
    await expect(shops.run('One')).rejects.toThrow('no shop called')
  })
})
