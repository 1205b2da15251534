import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importRows } from './index.ts'
import { createOfferChecks } from './offer-checks.service.ts'
import { createParsers, type Parsers } from './parsers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyTables } from '#tests/support/database.ts'
import { insertPerson } from '#tests/support/people.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: string }

let test: TestApp
let parsers: Parsers
let shop: Awaited<ReturnType<typeof loopbackServer>>
let answers: Record<string, Answer | ((headers: Record<string, unknown>) => Answer)>
let times: number[] = []
const log = pino({ level: 'silent' })
const opened: ReturnType<typeof createOfferChecks>[] = []

beforeAll(async () => {
  shop = await loopbackServer(({ url, headers }, response) => {
    times.push(performance.now())
    const given = answers[url.pathname] ?? { status: 404 }
    const {
      status = 200,
      headers: own = {},
      body = '',
    } = typeof given === 'function' ? given(headers) : given
    response.writeHead(status, { 'content-type': 'text/html', ...own }).end(body)
  })
  test = await startTestApp()
  parsers = createParsers({ threads: 2 })
})
afterAll(async () => {
  await parsers.close()
  await test.close()
  await shop.close()
})
beforeEach(async () => {
  answers = {}
  times = []
  shop.received.length = 0
  await emptyTables(
    test.pool,
    'catalog.worn_items',
    'catalog.products',
    'catalog.feeds',
    'catalog.visited_hosts',
    'saved_products',
  )
})
afterEach(async () => {
  for (const freshness of opened.splice(0)) await freshness.close()
})

const offerChecksJob = (betweenVisitsMs = 1) => {
  const web = { isPublic: () => true, ports: [Number(new URL(shop.url).port)] }
  const made = createOfferChecks({
    pool: test.pool,
    log,
    publicUrl: 'https://wear.example',
    web,
    betweenVisitsMs,
    parsers,
  })
  opened.push(made)
  return made
}

/** A product with one offer at the shop's page `path`. */
const sell = async (path: string, { price = '$20', host = shop.url, state = 'in_stock' } = {}) => {
  await importRows(test.pool, [catalogRow({ name: path, price, website: `${host}${path}` })])
  await test.pool.query('UPDATE catalog.offers SET availability = $2 WHERE url = $1', [
    `${host}${path}`,
    state,
  ])
  const { rows } = await test.pool.query<{ id: string }>(
    'SELECT id FROM catalog.products WHERE title = $1',
    [path],
  )
  return rows[0]?.id ?? ''
}

const page = (price: string, more = {}): string =>
  `<script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: 'Dress',
    offers: { price, priceCurrency: 'USD', availability: 'https://schema.org/InStock', ...more },
  })}</script>`

const offerOf = async (id: string) => {
  const { rows } = await test.pool.query<Record<string, unknown>>(
    `SELECT price, price_amount::float8 AS amount, availability, last_checked_at IS NOT NULL AS is_checked,
      failures, attempted_at IS NOT NULL AS is_attempted,
      round(extract(epoch FROM next_check_at - now()) / 3600)::int AS hours
    FROM catalog.offers LEFT JOIN catalog.offer_checks ON offer_id = id WHERE product_id = $1`,
    [id],
  )
  return rows[0]
}
const history = async () => {
  const { rows } = await test.pool.query<{ former_price: string }>(
    'SELECT former_price FROM catalog.price_changes ORDER BY changed_at',
  )
  return rows.map(({ former_price }) => former_price)
}
const dueAgain = () => test.pool.query('UPDATE catalog.offer_checks SET next_check_at = now()')

/** Views a product as a visitor does, and lets the job run. */
const viewAndCheck = async (id: string, job = offerChecksJob()) => {
  job.noteView(id)
  await job.run()
  return offerOf(id)
}
const visits = () => shop.received.map(({ url }) => url.pathname)

describe('the page of an offer that somebody viewed', () => {
  it.each(['https://x:99999/a', 'https://[/a', 'https://a b.shop/x', 'https://%/x'])(
    'is visited even if the link of another offer is none: %s',
    async (link) => {
      const id = await sell('/a')
      const brokenId = await sell('/b')
      // Earlier versions took such links.
      await test.pool.query('UPDATE catalog.offers SET url = $1 WHERE product_id = $2', [
        link,
        brokenId,
      ])
      answers['/a'] = { body: page('15.50') }
      const job = offerChecksJob()
      job.noteView(brokenId)
      expect(await viewAndCheck(id, job)).toMatchObject({ price: '$15.50' })
      expect(await offerOf(brokenId)).toMatchObject({ failures: 1, hours: 1 })
    },
  )

  it('tells a new price, which is kept with its history', async () => {
    const id = await sell('/a')
    answers['/a'] = { body: page('15.50'), headers: { etag: '"1"', 'last-modified': 'Mon' } }
    expect(await viewAndCheck(id)).toMatchObject({
      price: '$15.50',
      amount: 15.5,
      availability: 'in_stock',
      is_checked: true,
      failures: 0,
      hours: 12,
    })
    expect(await history()).toEqual(['$20'])
    expect(visits()).toEqual(['/robots.txt', '/a'])
    expect(shop.received[1]?.headers['user-agent']).toBe('Wearabouts (+https://wear.example)')
    const { offers } = await test.browse.productDetail(id)
    expect(offers[0]?.checkedAt).toMatch(/^\d{4}-/)
  })

  it('is asked next time whether it has changed', async () => {
    const id = await sell('/a')
    answers['/a'] = (headers) =>
      headers['if-none-match'] === '"1"' && headers['if-modified-since'] === 'Mon'
        ? { status: 304 }
        : { body: page('20'), headers: { etag: '"1"', 'last-modified': 'Mon' } }
    await viewAndCheck(id)
    await dueAgain()
    await offerChecksJob().run()
    expect(await offerOf(id)).toMatchObject({ price: '$20', failures: 0, is_checked: true })
    expect(visits()).toEqual(['/robots.txt', '/a', '/a'])
    expect(await history()).toEqual([])
  })

  it.each([
    ['sold out', { body: page('20', { availability: 'SoldOut' }) }, 'out_of_stock'],
    ['404', { status: 404 }, 'removed'],
    ['410', { status: 410 }, 'removed'],
    ['a redirect to the start page', { status: 301, headers: { location: '/en-us/' } }, 'removed'],
  ])('tells that it is gone: %s', async (_, answer: Answer, state) => {
    const id = await sell('/a')
    answers['/a'] = answer
    answers['/en-us/'] = { body: 'Welcome' }
    expect(await viewAndCheck(id)).toMatchObject({ availability: state, price: '$20' })
    // And back again.
    answers['/a'] = { body: page('20') }
    await dueAgain()
    await offerChecksJob().run()
    expect(await offerOf(id)).toMatchObject({ availability: 'in_stock' })
  })

  it('that is back without a word about stock leaves the stock open', async () => {
    const id = await sell('/a')
    expect(await viewAndCheck(id)).toMatchObject({ availability: 'removed' })
    answers['/a'] = { body: page('20', { availability: undefined }) }
    await dueAgain()
    await offerChecksJob().run()
    expect(await offerOf(id)).toMatchObject({ availability: null, is_checked: true })
  })

  it.each([
    ['describes no product', { body: '<h1>Sale</h1>' }],
    ['has no price', { body: '<meta property="og:title" content="Dress">' }],
    ['fails', { status: 500 }],
    ['refuses us', { status: 403 }],
    ['is too large', { body: 'x'.repeat(17 * 1024 * 1024) }],
    ['moved to another site', { status: 302, headers: { location: 'http://localhost/x' } }],
    ['redirects for ever', { status: 302, headers: { location: '/a' } }],
    ['is not HTML', { body: '\0\u0001'.repeat(1000), headers: { 'content-type': 'image/png' } }],
  ])('changes nothing but the attempt if it %s', async (_, answer: Answer) => {
    const id = await sell('/a')
    answers['/a'] = answer
    expect(await viewAndCheck(id)).toEqual({
      price: '$20',
      amount: 20,
      availability: 'in_stock',
      is_checked: false,
      is_attempted: true,
      failures: 1,
      hours: 1,
    })
    await test.pool.query('UPDATE catalog.offer_checks SET next_check_at = now(), failures = 3')
    await offerChecksJob().run()
    expect(await offerOf(id)).toMatchObject({ failures: 4, hours: 8 })
  })

  it('in another currency tells only whether it can be bought', async () => {
    const id = await sell('/a')
    answers['/a'] = {
      body: page('18', { priceCurrency: 'EUR', availability: 'OutOfStock' }),
    }
    expect(await viewAndCheck(id)).toMatchObject({ price: '$20', availability: 'out_of_stock' })
  })
})

describe('robots.txt', () => {
  it('is respected and kept for a day', async () => {
    const [open, closed] = [await sell('/open'), await sell('/closed')]
    answers = {
      '/robots.txt': { body: 'User-agent: *\nDisallow: /closed' },
      '/open': { body: page('10') },
      '/closed': { body: page('10') },
    }
    const job = offerChecksJob()
    for (const id of [open, closed]) job.noteView(id)
    await job.run()
    await dueAgain()
    await offerChecksJob().run()
    expect(visits()).toEqual(['/robots.txt', '/open', '/open'])
    expect(await offerOf(closed)).toMatchObject({ price: '$20', is_attempted: false, hours: 168 })
  })

  it.each([
    [403, true],
    [404, true],
    [500, false],
    [503, false],
    [429, false],
  ])('status %d allows a visit: %s', async (status, isAllowed) => {
    const id = await sell('/a')
    answers = { '/robots.txt': { status }, '/a': { body: page('10') } }
    expect(await viewAndCheck(id)).toMatchObject({ price: isAllowed ? '$10' : '$20' })
  })

  it('counts for the target of a redirect too', async () => {
    const id = await sell('/a')
    answers = {
      '/robots.txt': { body: 'User-agent: wearabouts\nDisallow: /b' },
      '/a': { status: 301, headers: { location: '/b' } },
      '/b': { body: page('10') },
    }
    expect(await viewAndCheck(id)).toMatchObject({ price: '$20' })
    expect(visits()).toEqual(['/robots.txt', '/a'])
  })
})

describe('politeness', () => {
  it('sends one request per second to a host, from all servers together', async () => {
    answers = { '/a': { body: page('10') }, '/b': { body: page('10') } }
    const ids = [await sell('/a'), await sell('/b')]
    const servers = [offerChecksJob(1_000), offerChecksJob(1_000)]
    for (const id of ids) servers[0]?.noteView(id)
    await servers[0]?.run()
    await test.pool.query('UPDATE catalog.offer_checks SET next_check_at = now()')
    times = []
    await Promise.all(servers.map((server) => server.run()))
    expect(times).toHaveLength(2)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(900)
  })

  it.each(['429', '503'])('waits as long as a host asks for with %s', async (status) => {
    const [first, second] = [await sell('/a'), await sell('/b')]
    answers['/a'] = { status: Number(status), headers: { 'retry-after': '7200' } }
    answers['/b'] = { body: page('10') }
    const job = offerChecksJob()
    job.noteView(first)
    job.noteView(second)
    await job.run()
    expect(visits()).toEqual(['/robots.txt', '/a'])
    expect(await offerOf(first)).toMatchObject({ failures: 0, hours: 2 })
    expect(await offerOf(second)).toMatchObject({ hours: 2, price: '$20' })
    // Nor does another server, or an offer viewed later.
    await dueAgain()
    await offerChecksJob().run()
    expect(visits()).toHaveLength(2)
  })

  it('keeps to a longer delay of robots.txt', async () => {
    const [first, second] = [await sell('/a'), await sell('/b')]
    answers = {
      '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 3600' },
      '/a': { body: page('10') },
      '/b': { body: page('10') },
    }
    const job = offerChecksJob()
    job.noteView(first)
    job.noteView(second)
    await job.run()
    expect(visits()).toEqual(['/robots.txt', '/a'])
    expect(await offerOf(second)).toMatchObject({ hours: 1 })
  })
})

describe('which offers are checked', () => {
  it('nobody’s, unless it was viewed or saved', async () => {
    await sell('/a')
    await offerChecksJob().run()
    expect(visits()).toEqual([])
  })

  it('those of favorites, without a view', async () => {
    const id = await sell('/a')
    answers['/a'] = { body: page('10') }
    const person = await insertPerson(test.pool, TEST_SECRET)
    const { rows } = await test.pool.query<{ id: string }>('SELECT id FROM catalog.worn_items')
    await test.pool.query(
      `INSERT INTO saved_products (user_id, name, type, product) VALUES ($1, 'a', 'product', $2)`,
      [person.uid, JSON.stringify({ product_id: rows[0]?.id })],
    )
    await offerChecksJob().run()
    expect(await offerOf(id)).toMatchObject({ price: '$10' })
  })

  it.each([
    'https://aurelle.example.com/p/1',
    'https://www.awin1.com/pclick.php?p=1',
    'https://shop.test/1',
  ])('never %s', async (website) => {
    await importRows(test.pool, [catalogRow({ name: 'x', website })])
    const { rows } = await test.pool.query<{ id: string }>('SELECT id FROM catalog.products')
    const job = offerChecksJob()
    job.noteView(rows[0]?.id ?? '')
    await job.run()
    expect((await test.pool.query('SELECT FROM catalog.offer_checks')).rowCount).toBe(0)
  })

  it('not those whose feed was read since, until that is long ago', async () => {
    const id = await sell('/a')
    answers['/a'] = { body: page('10') }
    await test.pool.query(`UPDATE catalog.offers SET shop_item_id = 'a' WHERE product_id = $1`, [
      id,
    ])
    const read = (ago: string) =>
      test.pool.query(
        `INSERT INTO catalog.feed_runs (shop_id, outcome, ended_at)
        SELECT shop_id, 'unchanged', now() - $1::interval FROM catalog.offers`,
        [ago],
      )
    await read('2 hours')
    expect(await viewAndCheck(id)).toMatchObject({ price: '$20', hours: 10 })
    await test.pool.query(`UPDATE catalog.feed_runs SET ended_at = now() - interval '13 hours'`)
    await dueAgain()
    await offerChecksJob().run()
    expect(await offerOf(id)).toMatchObject({ price: '$10' })
  })

  it('a page view costs no query, and a crawler is not followed', async () => {
    const job = offerChecksJob()
    for (let id = 1; id <= 20_000; id += 1) job.noteView(`900000${id}`)
    job.noteView(await sell('/a'))
    await job.run()
    expect(visits()).toEqual([])
  })

  it('can be turned off', async () => {
    const off = await startTestApp({ database: test.database, env: { RECHECK_OFFERS: 'off' } })
    expect(off.ingest.offerChecks).toBeNull()
    await off.close()
  })
})

describe('a source that repeats itself', () => {
  it('does not undo what the page said later', async () => {
    const row = catalogRow({ name: 'x', price: '$20', website: `${shop.url}/a` })
    await importRows(test.pool, [row])
    const { rows } = await test.pool.query<{ id: string }>('SELECT id FROM catalog.products')
    const id = rows[0]?.id ?? ''
    answers['/a'] = { body: page('15', { availability: 'OutOfStock' }) }
    await viewAndCheck(id)
    expect(await importRows(test.pool, [row])).toMatchObject({ added: 0, changed: 0 })
    expect(await offerOf(id)).toMatchObject({ price: '$15', availability: 'out_of_stock' })
    // What it says anew counts.
    expect(await importRows(test.pool, [{ ...row, price: '$18' }])).toMatchObject({ changed: 1 })
    expect(await offerOf(id)).toMatchObject({ price: '$18' })
    expect(await importRows(test.pool, [{ ...row, price: '$18' }])).toMatchObject({ changed: 0 })
  })
})
