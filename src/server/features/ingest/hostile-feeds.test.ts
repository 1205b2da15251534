import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { testDatabase } from '#tests/support/database.ts'
import { gzipText } from '#tests/support/feed-items.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { nastyFeed } from '#tests/support/nasty-feeds.ts'
import { createShops } from './index.ts'

let database: Database
let folder: string
let server: Awaited<ReturnType<typeof loopbackServer>>
let answer: (response: ServerResponse, path: string) => void
const opened: ReturnType<typeof createShops>[] = []
const logged: unknown[] = []
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })

const open = (
  isPublic?: () => boolean,
  timeoutMs = 1_000,
  ports = [Number(new URL(server.url).port)],
) => {
  const shops = createShops({
    pool: database.pool,
    atomically: createAtomically(database.pool),
    folder: join(folder, 'tmp'),
    web: { isPublic, ports },
    timeoutMs,
  })
  opened.push(shops)
  return shops
}
let shops: ReturnType<typeof createShops>

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-hostile-'))
  server = await loopbackServer(({ url }, response) => answer(response, url.pathname))
  shops = open(() => true)
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await server.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const { name } of await shops.list()) await shops.remove(name)
})

const item = (id: string) =>
  `<item><g:id>${id}</g:id><title>Dress</title><link>https://shop.example.com/${id}</link><g:price>10 EUR</g:price></item>`
const rss = (items: string) => `<?xml version="1.0"?><rss><channel>${items}</channel></rss>`

const runFrom = async (path = '/feed', format?: string) => {
  await shops.add({ name: 'Shop', source: `${server.url}${path}`, format })
  return shops.run('Shop')
}
const offers = async () =>
  (await database.pool.query('SELECT FROM catalog.offers WHERE shop_item_id IS NOT NULL')).rowCount

const ENTITY_BOMB = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "${'x'.repeat(100)}">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY a${level} "${`&${level === 0 ? 'a' : `a${level - 1}`};`.repeat(10)}">`,
).join('')}]><rss><channel><item><title>&a8;</title></item></channel></rss>`

const send =
  (body: string | Buffer, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, headers).end(body)
  }

describe('a feed server that', () => {
  it.each<[string, (response: ServerResponse, path: string) => void, RegExp]>([
    ['never answers', () => undefined, /did not answer/],
    [
      'stops in the middle',
      (response) => void response.writeHead(200).write(rss(item('1')).slice(0, 60)),
      /did not answer/,
    ],
    [
      'promises more than it sends',
      (response) => {
        response.writeHead(200, { 'content-length': '100000' })
        response.write(rss(item('1')))
        setTimeout(() => response.destroy(), 50)
      },
      /ended the connection before the feed was complete/,
    ],
    [
      'sends more than it promised',
      (response) =>
        void response.socket?.end(
          `HTTP/1.1 200 OK\r\ncontent-length: 20\r\nconnection: close\r\n\r\n${rss(item('1'))}`,
        ),
      /not well-formed|did not answer|unclosed/,
    ],
    [
      'redirects for ever',
      (response) => void response.writeHead(302, { location: '/feed' }).end(),
      /redirects too many times/,
    ],
    [
      'redirects to a file',
      (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /does not begin with http/,
    ],
    ['sends an XML bomb', send(ENTITY_BOMB), /not well-formed|undefined entity/],
    ['sends XML of a million levels', send(`<rss>${'<a>'.repeat(1_000_000)}`), /nested too deeply/],
    ['sends one endless attribute', send(`<rss a="${'x'.repeat(30_000_000)}`), /does not end/],
    [
      'sends one endless line',
      send(`id\ttitle\tlink\tprice\n"${'x'.repeat(9_000_000)}`),
      /never ends/,
    ],
    ['sends a packed web page', send(gzipText('<!doctype html><html>')), /web page/],
    ['sends nothing', send(''), /empty/],
    ['sends only blanks', send(' \n'.repeat(5_000_000)), /empty/],
    ['sends zeros', send(Buffer.alloc(5_000_000)), /./],
  ])('%s changes nothing, and says why', async (_, behave, reason) => {
    answer = behave
    const result = await runFrom()
    expect(result.outcome).toMatch(/refused|failed/)
    expect(result.reason).toMatch(reason)
    expect(await offers()).toBe(0)
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  it('sends an item of a million attributes gets no more memory than any other', async () => {
    const many = Array.from({ length: 200_000 }, (_, index) => `<a${index}>v</a${index}>`).join('')
    answer = send(rss(`${item('1').replace('</item>', '')}${many}</item>`))
    expect(await runFrom()).toMatchObject({ outcome: 'changed', added: 1 })
  })

  it.each([
    ['deeply nested JSON', `{"products":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`],
    ['JSON that is cut off', '{"products":[{"id":1'],
    ['a web page', '<html>'],
  ])('answers products.json with %s is refused', async (_, body) => {
    answer = send(body)
    expect(await runFrom('/products.json')).toMatchObject({ outcome: 'refused' })
  })

  it.each([
    ['tags', '<div>'.repeat(200_000)],
    ['microdata', `<div itemscope itemtype="https://schema.org/Product">${'<p>'.repeat(200_000)}`],
    ['JSON-LD', `<script type="application/ld+json">${'['.repeat(200_000)}`],
  ])('sends a product page of deeply nested %s is refused', async (_, body) => {
    answer = send(body)
    expect(await runFrom('/page', 'page')).toMatchObject({ outcome: 'refused' })
  })

  it('sends a product page of values inside values is read in a thread, within its limits', async () => {
    const properties = ['name', 'description', 'color', 'material', 'price']
    const open = Array.from(
      { length: 900 },
      (_, level) => `<div itemprop="${properties[level % properties.length]}">`,
    ).join('')
    answer = send(
      `<div itemscope itemtype="https://schema.org/Product">${open}${'text <br>'.repeat(400_000)}`,
    )
    const lag = monitorEventLoopDelay({ resolution: 10 })
    lag.enable()
    expect(await runFrom('/page', 'page')).toMatchObject({ outcome: 'refused' })
    lag.disable()
    // Parsing it takes seconds, with other processes at work even longer.
    expect(lag.max / 1e6).toBeLessThan(1_000)
  })

  it.each([
    [401, 'The shop does not let this server read the feed (status 401)'],
    [404, 'There is no longer a feed at this address (status 404)'],
    [429, 'The shop asks for fewer requests (status 429)'],
    [503, "The shop's server failed (status 503)"],
  ])('answers with %i fails with a reason for people', async (status, reason) => {
    answer = (response) => void response.writeHead(status).end()
    expect(await runFrom()).toMatchObject({ outcome: 'failed', reason })
    expect(await shops.list()).toMatchObject([{ lastRun: { outcome: 'failed', reason } }])
  })

  it('listens on another port than the web is refused with a reason for people', async () => {
    const strict = createShops({
      pool: database.pool,
      atomically: createAtomically(database.pool),
      folder: join(folder, 'tmp'),
      log,
    })
    opened.push(strict)
    await strict.add({ name: 'Elsewhere', source: 'http://shop.example.com:3127/feed' })
    const reason = "The address uses port 3127; only the web's ports 80 and 443 are allowed"
    expect(await strict.run('Elsewhere')).toMatchObject({ outcome: 'failed', reason })
    expect(logged).toContainEqual(
      expect.objectContaining({ shop: 'Elsewhere', outcome: 'failed', reason }),
    )
    await strict.remove('Elsewhere')
  })

  it('is not there fails with a reason for people', async () => {
    await shops.add({ name: 'Gone', source: 'http://127.0.0.1:1/feed' })
    const { reason } = await open(() => true, 1_000, [1]).run('Gone')
    expect(reason).toBe('127.0.0.1:1 cannot be reached')
  })

  it('redirects to this machine is refused', async () => {
    const strict = open()
    answer = send(rss(item('1')))
    await strict.add({ name: 'Inside', source: `${server.url}/feed` })
    expect(await strict.run('Inside')).toMatchObject({
      outcome: 'failed',
      reason: 'The address is on a private network, not on the public internet',
    })
    await strict.remove('Inside')
  })
})

it('nasty feeds never fail in the database, and a second run changes nothing', async () => {
  const file = join(folder, 'nasty')
  let used = 0
  for (let seed = 0; used < 12; seed += 1) {
    const { kind, bytes } = nastyFeed(seed)
    if (kind !== 'file') continue
    used += 1
    await writeFile(file, bytes)
    const name = `Nasty ${seed}`
    await shops.add({ name, source: file, currency: 'EUR' })
    const first = await shops.run(name, { force: true })
    expect(first.outcome, name).toMatch(/changed|unchanged|refused/)
    if (first.outcome === 'refused') continue
    expect(await shops.run(name, { force: true }), name).toMatchObject({ added: 0, changed: 0 })
  }
}, 60_000)

it('one slow shop does not keep the others waiting', async () => {
  const patient = open(() => true, 60_000)
  const othersEnded = () =>
    vi.waitFor(async () => {
      for (const name of ['a', 'b'])
        expect(await patient.runs(name)).toMatchObject([{ outcome: 'changed' }])
    }, 30_000)
  answer = (response, path) => {
    const end = () => response.writeHead(200).end(rss(item(path)))
    if (path === '/slow') void othersEnded().then(end, () => response.destroy())
    else end()
  }
  for (const name of ['slow', 'a', 'b'])
    await patient.add({ name, source: `${server.url}/${name}`, every: '5m' })
  await database.pool.query(
    `UPDATE catalog.feeds SET next_run_at = now() - interval '1 hour' WHERE name = 'slow'`,
  )
  await patient.runDue()
  // It was answered, so the others had ended by then.
  expect(await patient.runs('slow')).toMatchObject([{ outcome: 'changed' }])
}, 90_000)
