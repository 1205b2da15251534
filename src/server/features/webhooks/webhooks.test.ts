import { readFile } from 'node:fs/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOKS } from '#shared/site-constants.ts'
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '#shared/domain/webhook-events.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { loopbackServer, type ReceivedRequest } from '#tests/support/loopback-server.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let other: TestApp
let admin: SignedIn
let receiver: Awaited<ReturnType<typeof loopbackServer>>
/** What the receiver answers next. */
let answer: (received: ReceivedRequest) => { status: number; body?: string; location?: string }

beforeAll(async () => {
  receiver = await loopbackServer((received, response) => {
    const { status, body = 'thanks', location } = answer(received)
    response.writeHead(status, location ? { location } : {})
    response.end(body)
  })
  const webhookWeb = { isPublic: () => true, ports: null }
  server = await startTestApp({}, { webhookWeb })
  other = await startTestApp({ database: server.database }, { webhookWeb })
  admin = await signedIn(server, { admin: true })
  await importRows(server.pool, [catalogRow()])
})
afterAll(async () => {
  await other.close()
  await server.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  answer = () => ({ status: 200 })
})
afterEach(async () => {
  await server.pool.query('DELETE FROM webhooks')
  await server.pool.query('DELETE FROM jobs')
  await server.pool.query('DELETE FROM rate_limits')
})

const add = async (events: WebhookEvent[] = [...WEBHOOK_EVENT_NAMES], path = '/hook') =>
  (await admin.api('POST /api/admin/webhooks', { body: { url: receiver.url + path, events } })).data

const setPrice = (amount: number) =>
  server.pool.query('UPDATE catalog.offers SET price_amount = $1, currency = $2', [amount, 'USD'])

const noteLook = (kind: 'look-published' | 'look-withdrawn', id: string) =>
  server.pool.query('INSERT INTO catalog.events (kind, detail) VALUES ($1, $2)', [
    kind,
    { look_id: id },
  ])

/** Lets everything that waits be due, in the order in which it would be. */
const passTime = async () => {
  await server.pool.query("UPDATE webhook_deliveries SET due_at = due_at - interval '9 hours'")
  await server.pool.query('UPDATE webhooks SET paused_until = NULL')
  await server.pool.query('UPDATE jobs SET due_at = now()')
}

const messages = () =>
  receiver.received.map(
    ({ body }) => JSON.parse(body.toString()) as { type: string; timestamp: string; data: object },
  )

const deliveries = async () =>
  (await admin.api('GET /api/admin/webhook-deliveries', { query: {} })).data.deliveries

const webhook = async () => (await admin.api('GET /api/admin/webhooks')).data.webhooks[0]

describe('a message', () => {
  test('about a changed price is signed, and the list shows what was replied', async () => {
    const { secret } = await add(['product.price_changed'])
    await setPrice(99.5)
    await setPrice(89)
    await server.webhooks.deliver()
    const [first, second] = receiver.received
    if (!first || !second) throw new Error('nothing received')
    const headers = first.headers as Record<string, string>
    const verified = new Webhook(secret).verify(first.body.toString(), headers)
    expect(verified).toMatchObject({
      type: 'product.price_changed',
      data: {
        title: 'Velvet Dress',
        amount: 99.5,
        currency: 'USD',
        product_id: expect.any(String),
      },
    })
    const forged = first.body.toString().replace('99.5', '1.5')
    expect(() => new Webhook(secret).verify(forged, headers)).toThrow()
    expect(messages()[1]).toMatchObject({ data: { former_amount: 99.5, amount: 89 } })
    expect(first.headers['webhook-id']).not.toBe(second.headers['webhook-id'])
    expect(await deliveries()).toMatchObject([
      { type: 'product.price_changed', state: 'delivered', status: 200, reply: 'thanks' },
      { state: 'delivered', attempts: 1 },
    ])
  })

  test('arrives once, however many servers send', async () => {
    await add(['look.published'])
    for (let id = 1; id <= 20; id += 1) await noteLook('look-published', String(id))
    await Promise.all([server.webhooks.deliver(), other.webhooks.deliver()])
    await Promise.all([server.webhooks.deliver(), other.webhooks.deliver()])
    const ids = messages().map(({ data }) => Number(Reflect.get(data, 'look_id')))
    expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('goes only to those who asked for it, and only if it happened', async () => {
    await add(['look.withdrawn'])
    await noteLook('look-published', '1')
    const client = await server.pool.connect()
    await client.query('BEGIN')
    await client.query("INSERT INTO catalog.events (kind) VALUES ('look-withdrawn')")
    await client.query('ROLLBACK')
    client.release()
    await server.webhooks.deliver()
    expect(receiver.received).toHaveLength(0)
  })

  test('about a notice says nothing of what its sender wrote', async () => {
    await add(['notice.received'])
    await server.pool.query(
      `INSERT INTO notices (reference, kind, address, explanation, name, email)
       VALUES ('K7QHM2XZ', 'privacy', 'https://wear.example/x', 'That is me', 'Pho', 'p@example.org')`,
    )
    await server.webhooks.deliver()
    expect(messages()).toEqual([
      {
        type: 'notice.received',
        timestamp: expect.any(String),
        data: { notice_id: expect.any(String), reference: 'K7QHM2XZ', kind: 'privacy' },
      },
    ])
  })

  test('about a scan says how it ended, and not whose it was', async () => {
    await add(['scan.finished'])
    const id = '0b6a3f0e-6f1c-4b52-9f5e-3d8f1f6c2a47'
    await server.pool.query('INSERT INTO scans (id) VALUES ($1)', [id])
    await server.pool.query(
      `INSERT INTO scan_events (scan_id, seq, event) VALUES
         ($1, 1, '{"type":"detections","detections":[{},{}]}'), ($1, 2, '{"type":"done"}')`,
      [id],
    )
    await server.pool.query('UPDATE scans SET ended_at = now() WHERE id = $1', [id])
    await server.webhooks.deliver()
    expect(messages()).toMatchObject([
      { type: 'scan.finished', data: { outcome: 'done', objects: 2, is_visitor: true } },
    ])
    expect(JSON.stringify(messages())).not.toContain(id)
  })

  test('on request shows whether a receiver works', async () => {
    const { webhook: added } = await add(['product.price_changed'])
    await admin.api('POST /api/admin/webhooks/:id/test', { params: { id: added.id } })
    await server.webhooks.deliver()
    expect(messages()).toMatchObject([{ type: 'test' }])
  })
})

describe('a receiver that fails', () => {
  const pauseMs = async () => {
    const { rows } = await server.pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM paused_until - now()) * 1000)::float8 AS ms FROM webhooks',
    )
    return rows[0]?.ms ?? 0
  }

  test('is tried with growing pauses for a day, then disabled, and administrators are told', async () => {
    const { webhook: added } = await add(['look.published'])
    answer = () => ({ status: 500, body: 'down' })
    await noteLook('look-published', '1')
    await noteLook('look-published', '2')
    for (const [index, expectedMs] of WEBHOOKS.pausesMs.entries()) {
      await server.webhooks.deliver()
      expect(receiver.received).toHaveLength(index + 1)
      expect(await pauseMs()).toBeGreaterThan(expectedMs - 5_000)
      expect(await pauseMs()).toBeLessThanOrEqual(expectedMs)
      // Another event during the pause makes no further attempt.
      await noteLook('look-published', '3')
      await server.webhooks.deliver()
      expect(receiver.received).toHaveLength(index + 1)
      await passTime()
    }
    const dayMs = WEBHOOKS.pausesMs.reduce((sum, ms) => sum + ms, 0)
    expect(dayMs / 3_600_000).toBeCloseTo(23.6, 1)
    await server.webhooks.deliver()
    expect(await webhook()).toMatchObject({ disabled: { reason: expect.stringContaining('500') } })
    const { tasks } = (await admin.api('GET /api/admin/overview')).data
    expect(tasks).toContainEqual(
      expect.objectContaining({ kind: 'webhooks', count: 1, isSerious: true }),
    )
    const seen = receiver.received.length
    await noteLook('look-published', '4')
    await passTime()
    await server.webhooks.deliver()
    expect(receiver.received).toHaveLength(seen)

    answer = () => ({ status: 204, body: '' })
    await admin.api('POST /api/admin/webhooks/:id/enable', { params: { id: added.id } })
    await server.webhooks.deliver()
    expect(receiver.received.length).toBeGreaterThan(seen)
    expect(await webhook()).toMatchObject({ disabled: null, waiting: 0, failures: 0 })
  })

  test('gets a message again under the same id', async () => {
    await add(['look.published'])
    answer = () => ({ status: receiver.received.length === 1 ? 503 : 200 })
    await noteLook('look-published', '1')
    await server.webhooks.deliver()
    await passTime()
    await other.webhooks.deliver()
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('gets other messages while one of them is refused', async () => {
    await add(['look.published'])
    answer = ({ body }) => ({ status: body.toString().includes('"poison"') ? 400 : 200 })
    await noteLook('look-published', 'poison')
    await noteLook('look-published', 'fine')
    for (let round = 0; round <= WEBHOOKS.pausesMs.length; round += 1) {
      await server.webhooks.deliver()
      await passTime()
      await server.webhooks.deliver()
      await noteLook('look-published', `later ${round}`)
      await passTime()
    }
    await server.webhooks.deliver()
    const states = new Map((await deliveries()).map(({ data, state }) => [data['look_id'], state]))
    expect(states.get('poison')).toBe('failed')
    expect(states.get('fine')).toBe('delivered')
    expect(await webhook()).toMatchObject({ disabled: null })
    const poison = (await deliveries()).find(({ data }) => data['look_id'] === 'poison')
    answer = () => ({ status: 200 })
    await admin.api('POST /api/admin/webhook-deliveries/:id/retry', {
      params: { id: poison?.id ?? '' },
    })
    await server.webhooks.deliver()
    expect((await deliveries()).map(({ state }) => state)).not.toContain('failed')
  })

  test('is disabled at once if it says that it is gone', async () => {
    await add(['look.published'])
    answer = () => ({ status: 410 })
    await noteLook('look-published', '1')
    await server.webhooks.deliver()
    expect(await webhook()).toMatchObject({ disabled: { reason: expect.stringContaining('410') } })
  })

  test('cannot lead us elsewhere, nor fill the database with its reply', async () => {
    await add(['look.published'])
    answer = () => ({
      status: 302,
      location: `${receiver.url}/inside`,
      body: '\u0000'.repeat(10) + 'x'.repeat(100_000),
    })
    await noteLook('look-published', '1')
    await server.webhooks.deliver()
    expect(receiver.received.map(({ url }) => url.pathname)).toEqual(['/hook'])
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ state: 'waiting', status: 302 })
    expect(delivery?.reply?.length ?? 0).toBeLessThanOrEqual(WEBHOOKS.replyChars)
  })

  test('cannot fill the disk: beyond 10,000 messages, events are only counted', async () => {
    const { webhook: added } = await add(['look.published'])
    await server.pool.query(
      `INSERT INTO catalog.events (kind) SELECT 'look-published' FROM generate_series(1, 10003)`,
    )
    expect(await webhook()).toMatchObject({ id: added.id, waiting: 10_000, missed: 3 })
  })
})

describe('an address', () => {
  test.each([
    ['http://127.0.0.1/hook', 'private network'],
    ['http://[::1]/hook', 'private network'],
    ['https://169.254.169.254/latest', 'private network'],
    ['https://receiver.example:8443/hook', 'port 8443'],
    ['https://ada:secret@receiver.example/hook', 'password'],
    ['ftp://receiver.example/hook', ''],
  ])('%s is refused', async (url, reason) => {
    const strict = await startTestApp({ database: server.database })
    try {
      const boss = await signedIn(strict, { admin: true })
      const reply = await boss.sendJson('POST', '/api/admin/webhooks', {
        url,
        events: ['product.sold_out'],
      })
      expect(reply.status).toBe(400)
      expect(await reply.text()).toContain(reason)
    } finally {
      await strict.close()
    }
  })

  test('whose name leads to a private network is refused when it is asked', async () => {
    const strict = await startTestApp({ database: server.database })
    try {
      const { webhook: added } = await add(['look.published'])
      await server.pool.query("UPDATE webhooks SET url = 'http://localhost/hook' WHERE id = $1", [
        added.id,
      ])
      await noteLook('look-published', '1')
      await strict.webhooks.deliver()
      expect(receiver.received).toHaveLength(0)
      const [delivery] = await deliveries()
      expect(delivery).toMatchObject({ status: null, reply: 'localhost is not a public host' })
    } finally {
      await strict.close()
    }
  })
})

test('an address on the private network is reached if the operator allows it', async () => {
  const allowed = await startTestApp({
    database: server.database,
    env: { PRIVATE_WEBHOOKS: 'on' },
  })
  try {
    const boss = await signedIn(allowed, { admin: true })
    const body = { url: `${receiver.url}/hook`, events: ['look.published'] } as const
    await boss.api('POST /api/admin/webhooks', { body: { ...body, events: [...body.events] } })
    await noteLook('look-published', '1')
    await allowed.webhooks.deliver()
    await expect.poll(() => receiver.received.length).toBe(1)
  } finally {
    await allowed.close()
  }
})

test('the limit holds for several that are added at the same moment', async () => {
  await server.pool.query(
    `INSERT INTO webhooks (url, secret, events)
     SELECT 'https://a.example/' || n, '', '{}' FROM generate_series(1, $1::int) n`,
    [WEBHOOKS.maxWebhooks - 1],
  )
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => add()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a secret is shown once and stored encrypted', async () => {
  const { secret } = await add(['product.sold_out'])
  expect(secret).toMatch(/^whsec_/)
  const { rows } = await server.pool.query('SELECT to_jsonb(w) AS row FROM webhooks w')
  expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length))
  expect(JSON.stringify(await webhook())).not.toContain('whsec_')
})

test('events have one name in calls, in messages and in docs/api.md', async () => {
  const { webhook: added } = await add()
  expect(added.events).toEqual(WEBHOOK_EVENT_NAMES)
  const kinds = await server.pool.query<{ events: string[] }>('SELECT events FROM webhooks')
  for (const kind of kinds.rows[0]?.events ?? [])
    await server.pool.query('SELECT queue_webhooks(ARRAY[$1], ARRAY[now()], ARRAY[$2::jsonb])', [
      kind,
      '{}',
    ])
  await server.webhooks.deliver()
  expect(messages().map(({ type }) => type)).toEqual(WEBHOOK_EVENT_NAMES)

  const [, table = ''] =
    /## Webhooks\n.*?\| Type \| Data \|\n\|---\|---\|\n(.*?)\n\n/s.exec(
      await readFile('docs/api.md', 'utf8'),
    ) ?? []
  const documented = table
    .split('\n')
    .flatMap((row) => (row.split('|')[1] ?? '').match(/[a-z]+\.[a-z_]+/g) ?? [])
  expect(documented).toEqual(WEBHOOK_EVENT_NAMES)
})
