import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { testDatabase } from '#tests/support/database.ts'
import { gzipText } from '#tests/support/feed-items.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { CATALOG_CHANGED } from '#server/features/catalog/index.ts'
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

it('detects the format of a feed for which an earlier version stored one', async () => {
  await shops.add({ name: 'Shop', source: await write(feed({ id: '1' }), 'Shop.xml') })
  await database.pool.query(`UPDATE catalog.feeds SET format = 'awin'`)
  expect(await shops.run('Shop')).toMatchObject({ outcome: 'changed', added: 1 })
  await expect(
    shops.add({ name: 'Other', source: 'https://shop.example.com/feed', format: 'awin' }),
  ).rejects.toThrow('is none of google-xml, shopify, page')
})

describe('a feed is read', () => {
  it('with the last of several items that share an id, and says which', async () => {
    const several = feed(
      { id: 'a', title: 'Wool coat', price: '80 EUR' },
      { id: 'b' },
      { id: 'c' },
      { id: 'd' },
      { id: 'a', title: 'Rain boots', price: '40 EUR' },
    )
    expect(await add(several)).toMatchObject({
      items: 5,
      added: 4,
      skipped: 1,
      problems: [[2, '2 items share the id a; the last one was used']],
    })
    expect((await offers()).map(({ title }) => title)).toEqual([
      'Rain boots',
      'Dress b',
      'Dress c',
      'Dress d',
    ])
  })

  it('with all sizes and colours of rows that share an id', async () => {
    const row = (size: string, color: string, more = '') => ({
      id: 'a',
      title: `Wool coat ${size}`,
      more: `<g:size>${size}</g:size><g:color>${color}</g:color>${more}`,
    })
    const sizes = [row('S', 'Red'), row('M', 'Red')]
    expect(await add(feed(...sizes))).toMatchObject({ added: 1, joined: 1, problems: [] })
    expect(await offers()).toMatchObject([{ item: 'a', title: 'Wool coat', sizes: ['S', 'M'] }])
    expect(await shops.run('Shop', { force: true })).toMatchObject({ outcome: 'unchanged' })
    expect(await rerun(feed(...sizes, row('L', 'Blue')))).toMatchObject({ joined: 1 })
    expect((await offers()).filter(({ state }) => state !== 'removed')).toMatchObject([
      { item: 'a/blue', sizes: ['L'] },
      { item: 'a/red', sizes: ['S', 'M'] },
    ])
  })

  it('for the first time only if no other shop offers the same items', async () => {
    await add(feed({ id: 'a' }, { id: 'b' }), 'First')
    const json = JSON.stringify(
      ['a', 'b', 'c'].map((id) => ({
        id: `variant-${id}`,
        title: `Dress ${id}`,
        link: `http://www.shop.example.com/${id}/?variant=${id}`,
        price: '10 EUR',
      })),
    )
    const source = await write(json, 'second.json')
    expect(await shops.preview({ source })).toMatchObject({ seller: 'First' })
    await shops.add({ name: 'Second', source })
    expect(await shops.run('Second')).toMatchObject({
      outcome: 'refused',
      reason:
        "The shop 'First' already offers these items, at the same addresses. Is it the same shop?",
    })
    // Another country's shop at the same addresses.
    expect(await shops.run('Second', { isSeparate: true })).toMatchObject({ added: 3 })
    await shops.remove('Second')
    await shops.add({ name: 'First', source, replaces: true })
    expect(await shops.run('First')).toMatchObject({ outcome: 'changed' })
    expect((await shops.list()).map(({ name }) => name)).toEqual(['First'])
    await expect(shops.add({ name: 'New', source, replaces: true })).rejects.toThrow(
      'There is no shop called “New”.',
    )
  })

  it('or refused with the question whose answer helps', async () => {
    const csv = (columns: string, row: string) => write(`${columns}\n${row}\n${row}\n`, 'ask.csv')
    const reason = async (columns: string, row: string) => {
      const source = await csv(columns, row)
      await shops.add({ name: 'Asked', source })
      const run = await shops.run('Asked')
      await shops.remove('Asked')
      return run.reason
    }
    const link = 'https://x.example.com/1'
    expect(await reason('title,link,price', `Hat,${link},5`)).toMatch(
      /Most often, an item has a price without a currency. Which currency are the prices in\?$/,
    )
    expect(await reason('title,handle,price', 'Hat,hat,5 EUR')).toMatch(
      /What is the address of an item’s page\?$/,
    )
    expect(await reason('title,link,price', 'Hat,/hat,5 EUR')).toMatch(
      /Which shop are the items from\?$/,
    )
    expect(await reason('title,link,brand', `Hat,${link},Nord`)).toMatch(
      /Which column has the prices\?$/,
    )
    expect(await reason('a,b', '1,2')).toMatch(/Which column has the titles\?$/)
    expect(
      (await shops.preview({ source: await csv('title,link,price', `Hat,${link},5`) })).questions,
    ).toEqual(['currency'])
  })

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

  it('sizes with pages of their own become one offer, also when only one of them changes', async () => {
    const sized = (id: string, size: string, price = '10 EUR', title = 'Top') => ({
      id,
      title: `${title}, ${size}`,
      price,
      more: `<g:color>Red</g:color><g:size>${size}</g:size>`,
    })
    const others = [sized('d', 'S', '30 EUR', 'Coat'), sized('e', 'S', '40 EUR', 'Coat')]
    const top = { sizes: ['S', 'M', 'L'], price: '€10' }
    // Two coats of one size are two products.
    const coats = [{ price: '€30' }, { price: '€40' }]
    await add(feed(sized('a', 'S'), sized('b', 'M'), sized('c', 'L'), ...others))
    expect(await offers()).toMatchObject([top, ...coats])
    await rerun(feed(sized('a', 'S'), sized('b', 'M', '8 EUR'), sized('c', 'L'), ...others))
    expect(await offers()).toMatchObject([{ ...top, price: '€8' }, ...coats])
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
      problems: [[11, 'Item bad has no title']],
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
        body: gzipText(feed({ id: 'a' })),
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
    await shops.add({
      name: 'Web',
      source: `${server.url}/products.json`,
      shop: 'https://tops.example.org/',
    })
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
    [{ name: 'A', source: 'x', currency: 'XYZ' }, 'currency must be'],
    [{ name: 'A', source: 'ftp://shop.example.com/feed.xml' }, 'over http and https, not ftp'],
    [{ name: 'A', source: 'x', map: 'colour' }, "has 'colour', which is not ATTRIBUTE=COLUMN"],
    [{ name: 'A', source: 'x', only: 'shoes' }, 'neither fashion nor all'],
    [{ name: 'A', source: 'x', shop: 'my shop' }, 'is not a web address'],
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

  it('on a private network are read only if a command said so, on any port', async () => {
    answer = () => ({ body: feed({ id: 'a' }).replaceAll('https://shop.example.com', server.url) })
    const { pool } = database
    const ordinary = createShops({
      pool,
      atomically: createAtomically(pool),
      folder: join(folder, 'tmp'),
    })
    const source = `${server.url}/feed.xml`
    await ordinary.add({ name: 'Closed', source })
    expect(await ordinary.run('Closed')).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/uses port \d+; only the web's ports 80 and 443/),
    })
    await ordinary.add({ name: 'Open', source, allowsPrivate: true })
    expect(await ordinary.run('Open')).toMatchObject({ outcome: 'changed', added: 1 })
    await ordinary.close()
  })

  const CSV = `Article,Label,Cost,Where,Sort
7,Linen dress,"1 290,00 грн",/p/7,Dresses
8,Dog coat,300 грн,/p/8,Pets
`
  it('with columns of their own are previewed, and read as previewed', async () => {
    const settings = {
      name: 'Own',
      source: await write(CSV, 'own.csv'),
      shop: 'https://own.example.org/',
      map: 'title=Label,link=Where,id=Article,product_type=Sort,price=Cost',
    }
    const preview = await shops.preview(settings)
    expect(preview).toMatchObject({
      columns: ['article', 'label', 'cost', 'where', 'sort'],
      items: [
        {
          title: 'Linen dress',
          price: 'UAH 1,290',
          link: 'https://own.example.org/p/7',
          kind: 'dress',
        },
      ],
      problems: [],
      itemsRead: 2,
      isComplete: true,
      leftOut: [{ items: 1, reason: 'is not fashion', title: 'Dog coat' }],
    })
    expect(await shops.list()).toEqual([])
    const category = preview.leftOut[0]?.category ?? ''
    expect(await shops.preview({ ...settings, take: [category] })).toMatchObject({
      items: [{ title: 'Linen dress' }, { title: 'Dog coat' }],
      leftOut: [],
    })
    await shops.add(settings)
    expect(await shops.run('Own')).toMatchObject({
      outcome: 'changed',
      added: 1,
      leftOut: 1,
      leftOutBy: { [category]: 1 },
    })
    await shops.add({ ...settings, name: 'All', only: 'all' })
    expect(await shops.run('All', { isSeparate: true })).toMatchObject({ added: 2, leftOut: 0 })
    const { rows } = await database.pool.query(
      `SELECT category, kind FROM catalog.products WHERE title = 'Dog coat'`,
    )
    expect(rows).toEqual([{ category: 'other', kind: null }])
  })

  it('propose columns by their values where names say nothing', async () => {
    const source = await write(
      `a,b,c,d
Wool coat with belt,https://s.example.org/1,120.00,https://s.example.org/1.jpg
Silk scarf in blue,https://s.example.org/2,30.00,https://s.example.org/2.jpg
`,
      'odd.csv',
    )
    expect(await shops.preview({ name: '-', source, currency: 'EUR' })).toMatchObject({
      map: { title: 'a', link: 'b', price: 'c', image_link: 'd' },
      items: [{ title: 'Wool coat with belt', price: '€120' }, { title: 'Silk scarf in blue' }],
    })
    const unnamed = { name: 'Unnamed', source: await write('x,y\n1,2\n', 'none.csv') }
    const problem = 'No column has a title. The first line names x, y. Which column has the titles?'
    expect(await shops.preview(unnamed)).toMatchObject({
      columns: ['x', 'y'],
      items: [],
      problems: [expect.stringContaining(problem)],
    })
    await shops.add(unnamed)
    expect(await shops.run('Unnamed')).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining(problem),
    })
    await shops.remove('Unnamed')
  })

  it('say what most items lack if they are refused', async () => {
    const text = 'Handle,Title,Variant Price\na,Red dress,10\nb,Blue dress,12\n'
    await shops.add({ name: 'Export', source: await write(text, 'export.csv'), currency: 'EUR' })
    expect(await shops.run('Export')).toMatchObject({
      outcome: 'refused',
      reason:
        '2 of 2 items are unusable. Most often, an item has no link. Which shop are the items from?',
    })
  })

  it('read only what has changed: a page, a group, or what is new and gone', async () => {
    const size = (id: string, price: string) =>
      ({
        id,
        title: 'Rib top',
        price,
        more: `<g:item_group_id>ribs</g:item_group_id><g:size>${id}</g:size>`,
      }) as const
    await add(feed({ id: 'a' }, { id: 'b' }, size('S', '20 EUR'), size('M', '21 EUR')))
    const items = [
      { id: 'a', price: '9.00 EUR' },
      size('S', '20 EUR'),
      size('M', '19 EUR'),
      { id: 'c' },
    ]
    expect(await rerun(feed(...items))).toMatchObject({
      items: 4,
      added: 1,
      changed: 2,
      unavailable: 1,
    })
    const { rows } = await database.pool.query(
      `SELECT shop_item_id AS id, price, sizes, availability FROM catalog.offers
      WHERE shop_item_id IS NOT NULL ORDER BY 1`,
    )
    expect(rows).toEqual([
      { id: 'a', price: '€9', sizes: null, availability: 'in_stock' },
      { id: 'b', price: '€10', sizes: null, availability: 'removed' },
      { id: 'c', price: '€10', sizes: null, availability: 'in_stock' },
      { id: 'ribs/', price: '€19', sizes: ['S', 'M'], availability: 'in_stock' },
    ])
    // One size gone: the group is read again, the rest is not.
    expect(await rerun(feed(...items.filter(({ id }) => id !== 'M')))).toMatchObject({
      items: 3,
      added: 0,
      changed: 1,
      unavailable: 0,
    })
  })

  it('that are removed take their offers along, and products that nobody else has', async () => {
    const gtin = '<g:gtin>4006381333931</g:gtin>'
    await add(feed({ id: 'a', more: gtin }, { id: 'b' }), 'One')
    await add(feed({ id: 'z', more: gtin }), 'Two')
    const listener = await database.pool.connect()
    const told: string[] = []
    listener.on('notification', ({ channel }) => told.push(channel))
    await listener.query(`LISTEN ${CATALOG_CHANGED}`)
    expect(await shops.remove('One')).toBe(2)
    // Servers drop what they keep of it at once.
    await expect.poll(() => told).toContain(CATALOG_CHANGED)
    await listener.query('UNLISTEN *')
    listener.release()
    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS count FROM search.documents JOIN catalog.products ON id = product_id
      WHERE title = 'Dress b'`,
    )
    expect(rows).toEqual([{ count: 0 }])
    expect(await offers()).toMatchObject([{ item: 'z', title: 'Dress a' }])
    expect(await shops.list()).toMatchObject([{ name: 'Two', offers: 1 }])
    await expect(shops.run('One')).rejects.toThrow('no shop called')
  })
})
