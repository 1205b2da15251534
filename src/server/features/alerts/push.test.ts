import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import type { AlertCondition } from '#shared/contract/alerts.ts'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyTables } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { loopbackServer, type ReceivedRequest } from '#tests/support/loopback-server.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { createPushBrowser } from '#tests/support/push-browser.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { encryptForDevice } from './push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('encrypts as in the example of RFC 8291', () => {
  const sealed = encryptForDevice(
    {
      publicKey:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    'When I grow up, I want to be a watermelon',
    bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

let service: Awaited<ReturnType<typeof loopbackServer>>
let answer: { status: number; headers?: Record<string, string> }
/** What the push service waits for before it answers. */
let hold: Promise<void>
let smtp: Awaited<ReturnType<typeof startLoopbackSmtp>>
let server: TestApp
let ada: SignedIn
let product: string
beforeAll(async () => {
  smtp = await startLoopbackSmtp()
  service = await loopbackServer((_, response) => {
    void hold.then(() => response.writeHead(answer.status, answer.headers).end())
  })
  const ports = [Number(new URL(service.url).port)]
  server = await startTestApp(
    { env: { SMTP_URL: smtp.url } },
    { pushWeb: { isPublic: () => true, ports, protocols: ['http:'] } },
  )
})
afterAll(async () => {
  await server.close()
  await service.close()
  smtp.close()
})
beforeEach(async () => {
  answer = { status: 201 }
  hold = Promise.resolve()
  smtp.received.length = 0
  service.received.length = 0
  await emptyTables(
    server.pool,
    'catalog.worn_items',
    'catalog.products',
    'alert_subscribers',
    'users',
    'jobs',
  )
  await importRows(server.pool, [catalogRow({ name: 'Silk Dress', price: '€100' })])
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  product = rows[0]?.id ?? ''
  ada = await signedIn(server)
  await ada.api('POST /api/alerts', {
    body: {
      on: { product },
      condition: { kind: 'below', amount: 80, currency: 'EUR', size: null },
    },
  })
})

const cost = (amount: number) =>
  server.pool.query('UPDATE catalog.offers SET price_amount = $1', [amount])
const work = async () => {
  await server.alerts.evaluate()
  await server.alerts.deliver()
}
const later = () => server.pool.query("UPDATE jobs SET due_at = due_at - interval '1 hour'")
const keep = async () => {
  const browser = createPushBrowser(`${service.url}/push/1`)
  await ada.api('POST /api/alert-devices', { body: browser.device })
  return browser
}
const devices = async () => (await server.pool.query('SELECT FROM push_devices')).rowCount

const isSigned = ({ headers }: ReceivedRequest, key: string) => {
  const [, token = '', sender] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = bytes(key)
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  expect(JSON.parse(bytes(claims).toString())).toMatchObject({ aud: service.url })
  return (
    sender === key &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      bytes(signature),
    )
  )
}

describe('a notification', () => {
  test('reaches the browser once, encrypted and signed with the key that it subscribed with', async () => {
    const browser = await keep()
    const { pushKey } = (await ada.api('GET /api/alerts')).data
    await cost(70)
    await work()
    await work()
    expect(service.received).toHaveLength(1)
    const [received] = service.received
    if (!received) throw new Error('Nothing was received')
    expect(browser.read(received.body)).toMatchObject({
      title: 'Silk Dress',
      body: expect.stringContaining('€70 at') as string,
      url: `/product/${product}/silk-dress`,
    })
    expect(received.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(isSigned(received, pushKey)).toBe(true)
  })

  test('waits while the push service is busy', async () => {
    await keep()
    answer = { status: 503, headers: { 'retry-after': '60' } }
    await cost(70)
    await work()
    expect(service.received).toHaveLength(1)
    answer = { status: 201 }
    await work()
    expect(service.received).toHaveLength(1)
    await later()
    await work()
    await work()
    expect(service.received).toHaveLength(2)
  })

  test.each([
    ['0.001', 60],
    ['1e15', 86_400],
    ['soon', 600],
  ])('is repeated within reason if the push service says %s', async (retryAfter, seconds) => {
    await keep()
    answer = { status: 429, headers: { 'retry-after': retryAfter } }
    await cost(70)
    await work()
    const { rows } = await server.pool.query<{ seconds: number }>(
      'SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM jobs WHERE queue = $1',
      ['alert-push'],
    )
    expect(rows[0]?.seconds).toBeGreaterThan(seconds - 30)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(seconds)
  })

  test('is not sent to somebody who is suspended', async () => {
    await keep()
    await cost(70)
    await server.pool.query('UPDATE users SET suspended_at = now()')
    await work()
    expect(service.received).toEqual([])
  })

  test('to a push service that hangs holds up neither emails nor other notifications', async () => {
    await keep()
    const eve = await signedIn(server)
    const device = createPushBrowser(`${service.url}/push/2`).device
    const condition: AlertCondition = { kind: 'below', amount: 80, currency: 'EUR', size: null }
    await eve.api('POST /api/alerts', { body: { on: { product }, condition, immediate: true } })
    await eve.api('POST /api/alert-devices', { body: device })
    let release = () => undefined as void
    hold = new Promise((resolve) => {
      release = resolve
    })
    await cost(70)
    await server.alerts.evaluate()
    const delivered = server.alerts.deliver()
    await eventually(() => {
      expect(service.received).toHaveLength(2)
      expect(smtp.received.map(({ to }) => to)).toEqual([[eve.email]])
    })
    release()
    await delivered
  })

  test('needs a key that something can be encrypted for', async () => {
    const device = {
      ...createPushBrowser(`${service.url}/push/1`).device,
      publicKey: 'A'.repeat(87),
    }
    await expect(ada.api('POST /api/alert-devices', { body: device })).rejects.toMatchObject({
      status: 400,
    })
  })

  test.each([404, 410])('is not sent again to a browser that is gone (%i)', async (status) => {
    await keep()
    answer = { status }
    await cost(70)
    await work()
    expect(await devices()).toBe(0)
  })

  test('goes to nobody after the browser was turned off', async () => {
    const { device } = await keep()
    await ada.api('DELETE /api/alert-devices', { body: { endpoint: device.endpoint } })
    await cost(70)
    await work()
    expect(service.received).toEqual([])
  })

  test.each([
    'http://push.example.com/1',
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest',
    'https://localhost/push',
    'https://push.example.com:8443/1',
    'https://user:password@push.example.com/1',
  ])('is not registered for %s', async (endpoint) => {
    const guarded = await startTestApp({ database: server.database })
    const { device } = createPushBrowser(endpoint)
    const bo = await signedIn(guarded)
    await expect(bo.api('POST /api/alert-devices', { body: device })).rejects.toMatchObject({
      status: 400,
    })
    const allowed = createPushBrowser('https://push.example.com/1').device
    await bo.api('POST /api/alert-devices', { body: allowed })
    expect((await bo.api('GET /api/alerts')).data.devices).toEqual([allowed.endpoint])
    await guarded.close()
  })

  test('is not diverted by somebody who knows the endpoint alone', async () => {
    const browser = await keep()
    const eve = await signedIn(server)
    const forged = { ...createPushBrowser(browser.device.endpoint).device }
    for (const device of [
      forged,
      { ...browser.device, authSecret: forged.authSecret },
      { ...browser.device, publicKey: forged.publicKey },
    ])
      await expect(eve.api('POST /api/alert-devices', { body: device })).rejects.toMatchObject({
        status: 409,
      })
    await eve.api('DELETE /api/alert-devices', { body: { endpoint: browser.device.endpoint } })
    await cost(70)
    await work()
    expect(browser.read(service.received[0]?.body ?? Buffer.from(''))).toMatchObject({
      title: 'Silk Dress',
    })
  })

  const passRefusal = () =>
    server.pool.query("UPDATE push_devices SET refused_since = refused_since - interval '1 day'")

  test('that is refused for a day is the last for that browser', async () => {
    await keep()
    answer = { status: 403 }
    await cost(70)
    await work()
    await later()
    await work()
    expect(await devices()).toBe(1)
    await passRefusal()
    await later()
    await work()
    expect(await devices()).toBe(0)
    expect((await ada.api('GET /api/alerts')).data.devices).toEqual([])
    const { rows } = await server.pool.query("SELECT FROM jobs WHERE queue = 'alert-push'")
    expect(rows).toEqual([])
  })

  test('that arrives ends the count of refusals', async () => {
    await keep()
    answer = { status: 500 }
    await cost(70)
    await work()
    await passRefusal()
    answer = { status: 201 }
    await later()
    await work()
    answer = { status: 500 }
    await cost(100)
    await work()
    await cost(60)
    await work()
    expect(await devices()).toBe(1)
  })

  test('never leaves for an address on a private network', async () => {
    const guarded = await startTestApp({ database: server.database })
    await keep()
    await cost(70)
    await guarded.alerts.evaluate()
    await guarded.alerts.deliver()
    expect(service.received).toEqual([])
    await guarded.close()
  })

  test('of a browser that somebody else signs in with is theirs', async () => {
    const { device } = await keep()
    const eve = await signedIn(server)
    await eve.api('POST /api/alert-devices', { body: device })
    await cost(70)
    await work()
    expect(service.received).toEqual([])
    expect(await devices()).toBe(1)
  })
})
