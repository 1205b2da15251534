import { rm } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApi } from '#client/lib/api.ts'
import type { Database } from '#server/core/db/database.ts'
import type { AlertCondition } from '#shared/contract/alerts.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { insertPerson } from '#tests/support/people.ts'
import { createPushBrowser } from '#tests/support/push-browser.ts'
import { createRunFolder } from '#tests/support/run-folder.ts'
import {
  BUILT_SERVER,
  E2E_SECRET,
  findFreePort,
  startServerProcess,
} from '#tests/support/server-process.ts'

const SHOP = 'feeds.moss-and-thread.shop'
const PUSH = 'push.browser-maker.net'
const HOOK = 'hooks.a-partner.org'
const INTERNET = new URL('../support/pretend-internet.mjs', import.meta.url).href
const PUBLIC_URL = 'http://wear.localhost'

/** Servers compare prices every half minute. */
const COMPARED_WITHIN_MS = 60_000

const feed = (price: number) =>
  [
    'id\ttitle\tlink\tprice\tavailability\tdescription',
    `1\tMoss green anorak\thttp://${SHOP}/1\t${price} EUR\tin stock\tA light anorak`,
  ].join('\n')

let price = 100
/** What the push service and the webhook's receiver answer. */
let pushStatus = 503
let hookStatus = 500

let database: Database
let folder: string
let surroundings: Awaited<ReturnType<typeof surround>>
let servers: Awaited<ReturnType<typeof startServer>>[]

const surround = async () => ({
  smtp: await startLoopbackSmtp(),
  shop: await loopbackServer((_, response) => response.writeHead(200).end(feed(price))),
  push: await loopbackServer(({ url }, response) =>
    response.writeHead(url.pathname === '/gone' ? 410 : pushStatus).end(),
  ),
  hook: await loopbackServer((_, response) => response.writeHead(hookStatus).end('noted')),
})

const startServer = async (name: string) => {
  const { smtp, shop, push, hook } = surroundings
  const portOf = ({ url }: { url: string }) => new URL(url).port
  const server = await startServerProcess({
    port: await findFreePort(),
    dataDir: join(folder, name),
    logFile: join(folder, `${name}.log`),
    hasDemo: false,
    nodeArguments: ['--import', INTERNET, ...BUILT_SERVER],
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL,
      DATABASE_URL: database.url,
      DATABASE_POOL: '4',
      SMTP_URL: smtp.url,
      VISION_WORKERS: '0',
      PRETEND_HOSTS: `${SHOP}=${portOf(shop)} ${PUSH}=${portOf(push)} ${HOOK}=${portOf(hook)}`,
    },
  })
  const send = (headers: Record<string, string>) => (url: string, init: RequestInit) =>
    fetch(new URL(url, server.baseUrl), {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
    })
  return {
    ...server,
    /** With a cookie, as browsers call that reach this server through a load balancer. */
    as: (cookie?: string) =>
      createApi(send({ origin: PUBLIC_URL, ...(cookie === undefined ? {} : { cookie }) })),
    withKey: (key: string) => createApi(send({ authorization: `Bearer ${key}` })),
  }
}

beforeAll(async () => {
  database = await testDatabase()
  folder = await createRunFolder()
  surroundings = await surround()
  servers = [await startServer('first'), await startServer('second')]
})
afterAll(async () => {
  for (const { process } of servers) {
    const ended = once(process, 'exit')
    // Not SIGTERM: in production that waits for a load balancer to notice.
    process.kill('SIGINT')
    await ended
  }
  const { smtp, shop, push, hook } = surroundings
  smtp.close()
  for (const { close } of [shop, push, hook]) await close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const valueOf = async (sql: string): Promise<unknown> =>
  Object.values((await database.pool.query<object>(sql)).rows[0] ?? {})[0]

/** Moves what waits so many hours closer, and wakes the servers. */
const pass = async (hours: number) => {
  const ago = `- ${hours} * interval '1 hour'`
  await database.pool.query(`UPDATE alert_matches SET at = at ${ago}`)
  await database.pool.query(`UPDATE alert_subscribers SET digest_at = digest_at ${ago}`)
  await database.pool.query(`UPDATE webhook_deliveries SET due_at = due_at ${ago}`)
  await database.pool.query(`UPDATE webhooks SET paused_until = paused_until ${ago}`)
  await database.pool.query(`UPDATE jobs SET due_at = due_at ${ago}`)
  await database.pool.query("SELECT pg_notify('jobs', queue) FROM jobs")
}

const JOBS = `SELECT count(*)::int FROM jobs WHERE queue IN ('webhook', 'alert-mail', 'alert-push')`
/** Failed, and not under way: two emails, a notification and a webhook. */
const IS_POSTPONED = 'last_error IS NOT NULL AND attempts = 0 AND due_at > now()'

const BELOW_80: AlertCondition = { kind: 'below', amount: 80, currency: 'EUR', size: null }

const mailsTo = (address: string) =>
  surroundings.smtp.received.filter(({ to }) => to.includes(address)).map(({ text }) => text)

const subjectOf = (text: string | undefined) => /^Subject: (.*)$/m.exec(text ?? '')?.[1]?.trim()

const askMcp = async (origin: string, key: string) => {
  const client = new Client({ name: 'test agent', version: '1' })
  const url = new URL('/api/mcp', origin)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  const reply = await client.callTool({
    name: 'search_catalog',
    arguments: { catalog: { query: 'anorak' } },
  })
  await client.close()
  return reply.structuredContent
}

test('two servers in production mode tell everybody once, although everything around them fails', async () => {
  const [first, second] = servers
  if (!first || !second) throw new Error('Two servers are needed')
  const { smtp, push, hook } = surroundings
  const admin = await insertPerson(database.pool, E2E_SECRET, { admin: true })
  const ada = await insertPerson(database.pool, E2E_SECRET, { email: 'ada@example.com' })

  // A shop is added on one server, and its product is found through the other.
  const atFirst = first.as(admin.cookie)
  const source = `http://${SHOP}/feed.tsv`
  await atFirst('POST /api/admin/shops', { body: { name: 'Moss', source } })
  const product = await eventually(async () => {
    const { products } = (await second.as()('GET /api/search/products', { query: { q: 'anorak' } }))
      .data
    const id = products[0]?.id
    if (id === undefined) throw new Error('The feed is not read yet')
    return id
  })

  // An alert by an email address alone: asked for on one server, confirmed on the other.
  const on = { product }
  const visitor = { on, condition: BELOW_80, email: 'grace@example.com' }
  await second.as()('POST /api/alerts', { body: visitor })
  const [confirmation = ''] = mailsTo('grace@example.com')
  const [, token = ''] = /http:\/\/wear\.localhost\/alerts#(confirm\.\S+)/.exec(confirmation) ?? []
  await first.as()('POST /api/alerts/link', { body: { token } })

  // One with an account, told at once, and in two browsers, of which one is gone.
  const asAda = second.as(ada.cookie)
  await asAda('POST /api/alerts', { body: { on, condition: BELOW_80, immediate: true } })
  const browser = createPushBrowser(`https://${PUSH}/here`)
  await asAda('POST /api/alert-devices', { body: browser.device })
  const gone = createPushBrowser(`https://${PUSH}/gone`)
  await asAda('POST /api/alert-devices', { body: gone.device })

  const { secret } = (
    await atFirst('POST /api/admin/webhooks', {
      body: { url: `http://${HOOK}/in`, events: ['product.price_changed'] },
    })
  ).data

  // A key of one server is valid on the other, until it is revoked on the first.
  const { key, secret: apiKey } = (
    await first.as(ada.cookie)('POST /api/account/keys', {
      body: { name: 'Agent', scopes: ['browse', 'use-account'], lifeDays: 30 },
    })
  ).data
  expect((await second.withKey(apiKey)('GET /api/alerts')).data.alerts).toHaveLength(1)
  expect(await askMcp(second.baseUrl, apiKey)).toMatchObject({ products: [{ id: product }] })
  await first.as(ada.cookie)('DELETE /api/account/keys/:id', { params: { id: key.id } })
  await expect(second.withKey(apiKey)('GET /api/alerts')).rejects.toMatchObject({ status: 401 })
  await expect(askMcp(second.baseUrl, apiKey)).rejects.toThrow()

  // The price falls while the mail server is down and the others answer with errors.
  smtp.goDown(true)
  price = 70
  await second.as(admin.cookie)('POST /api/admin/shops/:name/run', {
    params: { name: 'Moss' },
    body: {},
  })
  const pathsOf = ({ received }: typeof push) => received.map(({ url }) => url.pathname)
  await vi.waitFor(
    async () => {
      expect(pathsOf(push)).toContain('/here')
      expect(hook.received.length).toBeGreaterThan(0)
      expect(await valueOf('SELECT count(*)::int FROM push_devices')).toBe(1)
      expect(await valueOf(`${JOBS} AND ${IS_POSTPONED}`)).toBe(4)
    },
    { timeout: COMPARED_WITHIN_MS, interval: 200 },
  )
  expect(mailsTo('ada@example.com')).toEqual([])
  await pass(23)
  await eventually(async () => {
    expect(pathsOf(push).filter((path) => path === '/here')).toHaveLength(2)
    expect(await valueOf(`${JOBS} AND ${IS_POSTPONED}`)).toBe(4)
  })

  // A day later all of them work again.
  smtp.goDown(false)
  pushStatus = 201
  hookStatus = 200
  await pass(2)
  await eventually(async () => expect(await valueOf(JOBS)).toBe(0))
  // Nothing waits any more, so nothing can come twice.
  expect(mailsTo('ada@example.com').map(subjectOf)).toEqual(['Price alert: Moss green anorak'])
  const [, digest, ...more] = mailsTo('grace@example.com')
  expect(more).toEqual([])
  expect(subjectOf(digest)).toBe('Price alert: Moss green anorak')
  expect(digest).toMatch(/€70 at Moss, in stock\. Your limit was €80\./)
  expect(digest).toContain(`<${PUBLIC_URL}/api/alerts/unsubscribe?token=stop.`)

  expect(pathsOf(push).filter((path) => path === '/gone')).toHaveLength(1)
  const notification = push.received.at(-1)
  expect(browser.read(notification?.body ?? Buffer.from(''))).toMatchObject({
    title: 'Moss green anorak',
  })
  const message = hook.received.at(-1)
  expect(
    new Webhook(secret).verify(
      message?.body.toString() ?? '',
      message?.headers as Record<string, string>,
    ),
  ).toMatchObject({ type: 'product.price_changed', data: { former_amount: 100, amount: 70 } })
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const lists = await Promise.all(servers.map(({ as }) => as(ada.cookie)('GET /api/alerts')))
  for (const { data } of lists) expect(data.matches).toMatchObject([{ finding: { amount: 70 } }])
})
