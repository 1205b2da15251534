import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { AFFILIATE } from '#shared/site-constants.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { paths } from '#shared/paths.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let database: Database
let one: TestApp
let other: TestApp
let admin: SignedIn
beforeAll(async () => {
  database = await testDatabase()
  await importRows(database.pool, [catalogRow({ website: 'https://shop.test/dress' })])
  const clientFiles = { template: PAGE_TEMPLATE, manifest: {}, read: () => null }
  one = await startTestApp({ database }, { clientFiles })
  other = await startTestApp({ database }, { clientFiles })
  admin = await signedIn(one, { admin: true })
})
afterAll(async () => {
  await one.close()
  await other.close()
  await database.close()
})
beforeEach(() => database.pool.query('TRUNCATE affiliate_rules, shop_clicks'))

const RULE = {
  kind: 'parameter',
  host: 'https://www.Shop.test/sale',
  person: null,
  name: 'ref',
  value: 'us',
} as const
const add = (changes: object = {}) =>
  admin.api('POST /api/admin/affiliate-rules', { body: { ...RULE, ...changes } })
const list = async () => (await admin.api('GET /api/admin/affiliate-rules')).data.rules

/** What the page says about rules, as the client and the renderer read it. */
const rulesInPage = async (server: TestApp) => {
  const html = await (await fetch(`${server.origin}${paths.home.href()}`)).text()
  const data = /id="initial-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  return (JSON.parse(data) as { affiliate?: unknown[] }).affiliate
}

describe('affiliate rules', () => {
  test('are in the pages of every server soon after a change, and gone when removed', async () => {
    expect(await rulesInPage(one)).toBeUndefined()
    expect(await rulesInPage(other)).toBeUndefined()
    await add()
    const [listed] = await list()
    const rule = { kind: 'parameter', host: 'shop.test', person: null, name: 'ref', value: 'us' }
    expect(listed?.rule).toEqual(rule)
    for (const server of [one, other]) await expect.poll(() => rulesInPage(server)).toEqual([rule])
    await admin.api('DELETE /api/admin/affiliate-rules/:id', { params: { id: listed?.id ?? '' } })
    for (const server of [one, other]) await expect.poll(() => rulesInPage(server)).toBeUndefined()
  })

  test('are one for each shop, and one for each shop and person', async () => {
    await add()
    await expect(add()).rejects.toMatchObject({ status: 409 })
    await add({ person: 'Ada Lune' })
    await expect(add({ person: 'Ada Lune' })).rejects.toMatchObject({ status: 409 })
    await expect(add({ person: 'Nobody' })).rejects.toMatchObject({ status: 404 })
    expect((await list()).map(({ rule }) => rule.person)).toEqual([null, 'Ada Lune'])
  })

  test.each([
    { host: 'not a host' },
    { host: 'localhost' },
    { name: 'a&b' },
    { value: '' },
    { kind: 'wrap', address: 'http://plain.example/?u={url}' },
    { kind: 'wrap', address: 'https://wrap.example/' },
    { kind: 'wrap', address: 'javascript:alert({url})' },
    { kind: 'wrap', address: 'https://{url}.wrap.example/' },
  ])('refuses %o', async (changes) => {
    await expect(add(changes)).rejects.toMatchObject({ status: 400 })
  })

  test('are limited', async () => {
    await database.pool.query(
      `INSERT INTO affiliate_rules (host, kind, name, value)
      SELECT n || '.test', 'parameter', 'a', 'b' FROM generate_series(2, ${AFFILIATE.rules}) AS n`,
    )
    const atOnce = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => add({ host: `${index}.at-once.test` })),
    )
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(add()).rejects.toMatchObject({ status: 409 })
  })
})

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36'
const ROBOTS = [
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
]

const idsOf = async () => {
  const { rows } = await database.pool.query<{ worn: string; product: string }>(
    'SELECT id AS worn, product_id AS product FROM catalog.worn_items',
  )
  return rows[0] ?? { worn: '', product: '' }
}

const click = (product: string, headers: Record<string, string> = {}) =>
  callerWith(one, null).send('/api/clicks', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER, ...headers },
    body: JSON.stringify({ product }),
  })

const report = async (days = 30) =>
  (await admin.api('GET /api/admin/clicks', { query: { days } })).data

describe('clicks', () => {
  test('100 fetches of previews and 3 clicks count 3', async () => {
    const { worn } = await idsOf()
    const look = 'https://pictures.example.com/ada-1.jpg'
    const name = decodeURIComponent(paths.celebrityImage.href(look).split('/').at(-1) ?? '')
    const previews = [
      paths.celebrityImage.href(look),
      paths.product.href(worn),
      buildEmbedPath('look', name),
      buildFeedPath('atom'),
    ]
    for (let fetched = 0; fetched < 100; fetched += 1) {
      const reply = await fetch(one.origin + previews[fetched % previews.length], {
        headers: { 'user-agent': ROBOTS[fetched % ROBOTS.length] ?? '', accept: 'text/html' },
      })
      await reply.body?.cancel()
      if (fetched % 10 === 0) await click(worn, { 'user-agent': ROBOTS[fetched % 4] ?? '' })
    }
    await click(worn, { 'sec-purpose': 'prefetch;prerender' })
    await click(worn, { 'user-agent': '' })
    for (let clicks = 0; clicks < 3; clicks += 1) expect((await click(worn)).status).toBe(200)
    const { days, products, looks } = await report()
    expect(days).toHaveLength(30)
    expect(days.at(-1)?.clicks).toBe(3)
    expect(products).toMatchObject([{ name: 'Velvet Dress', clicks: 3 }])
    expect(looks).toEqual([{ image: look, person: 'Ada Lune', clicks: 3 }])
  })

  test('of a product page belong to no look', async () => {
    const { product } = await idsOf()
    await click(product)
    const { products, looks } = await report()
    expect(products).toEqual([{ id: product, name: 'Velvet Dress', clicks: 1 }])
    expect(looks).toEqual([])
  })

  test('of another site, or of what is not there, are not counted', async () => {
    const { worn } = await idsOf()
    expect((await click(worn, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await click('999999999')).status).toBe(200)
    expect((await report()).products).toEqual([])
  })

  test('store nothing about who clicked', async () => {
    const { worn } = await idsOf()
    await database.pool.query('DELETE FROM rate_limits')
    await click(worn, { cookie: 'a=b' })
    const { rows } = await database.pool.query<object>('SELECT * FROM shop_clicks')
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      'clicks',
      'day',
      'look_id',
      'person_id',
      'product_id',
    ])
    expect((await database.pool.query('SELECT FROM rate_limits')).rowCount).toBe(0)
    expect((await click(worn)).headers.get('set-cookie')).toBeNull()
  })

  test('come as a file for spreadsheets', async () => {
    const { worn, product } = await idsOf()
    await database.pool.query(`UPDATE catalog.products SET title = '=1+1'`)
    await click(worn)
    const reply = await admin.api('GET /api/admin/clicks.csv', { query: { days: 7 } })
    expect(reply.headers.get('content-disposition')).toContain('clicks.csv')
    const [head, line] = (await reply.text()).split('\r\n')
    expect(head).toBe('day,product,name,look,person,clicks')
    expect(line).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d,${product},"'=1\\+1",https://.*,Ada Lune,1$`),
    )
    await database.pool.query(`UPDATE catalog.products SET title = 'Velvet Dress'`)
  })
})
