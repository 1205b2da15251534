import { spawnSync } from 'node:child_process'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import {
  readScanEvents,
  startFinderApp,
  createTestShop,
  WARDROBE,
} from '#tests/support/finder-app.ts'
import { loopbackServer, sendJson } from '#tests/support/loopback-server.ts'
import { startTestApp } from '#tests/support/test-app.ts'

const SLOW_MS = 120_000
const TOKEN = 'a token for prometheus'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
}

let database: Awaited<ReturnType<typeof testDatabase>>
let collector: Awaited<ReturnType<typeof loopbackServer>>
let shop: Awaited<ReturnType<typeof loopbackServer>>
let finder: Awaited<ReturnType<typeof startFinderApp>>
beforeAll(async () => {
  database = await testDatabase()
  collector = await loopbackServer((_, response) => sendJson(response, {}))
  shop = await loopbackServer((_, response) => sendJson(response, []))
  const { provider } = createTestShop(async () => {
    await fetch(`${shop.url}/lens?api_key=secret`)
    return []
  })
  finder = await startFinderApp(database, fakeVision(WARDROBE), [provider], {
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20key',
  })
}, SLOW_MS)
afterAll(async () => {
  await finder.app.close()
  await database.close()
  await collector.close()
  await shop.close()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(finder.app.origin + path, { headers })
const metricsText = async () => {
  const reply = await get('/metrics', { authorization: `Bearer ${TOKEN}` })
  expect(reply.status).toBe(200)
  return reply.text()
}
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1] ?? 0,
  )

/** Of a scan that asks a web shop, behind a proxy that traces. */
const scan = async () => {
  const reply = await finder.send('/api/scan', {
    method: 'POST',
    body: JSON.stringify({ imageUrl: finder.imageUrl }),
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
  })
  return readScanEvents(reply)
}

describe('/metrics', () => {
  test('is for whoever has the token', async () => {
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await get('/metrics', { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  })

  test('is off without a token or a port of its own, and open on the port', async () => {
    const lines: { msg: string; port?: number }[] = []
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[0]) })
    const server = await startTestApp({ database, log, env: { METRICS_PORT: '0' } })
    const port = lines.find(({ msg }) => msg.startsWith('Serving /metrics'))?.port
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
    const own = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(own.status).toBe(200)
    expect(await own.text()).toContain('process_resident_memory_bytes ')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    await server.close()
  })

  test('needs the token on a port of its own too, if there is one', async () => {
    const lines: { msg: string; port?: number }[] = []
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[0]) })
    const env = { METRICS_PORT: '0', METRICS_TOKEN: TOKEN }
    const server = await startTestApp({ database, log, env })
    const port = lines.find(({ msg }) => msg.startsWith('Serving /metrics'))?.port
    const url = `http://127.0.0.1:${port}/metrics`
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers })).status).toBe(200)
    expect((await fetch(`${server.origin}/metrics`, { headers })).status).toBe(404)
    await server.close()
  })

  test('counts requests by route template, cached replies and unknown addresses included', async () => {
    const series = (route: string, status: number) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`
    const before = await metricsText()
    await get('/api/home')
    await get('/api/home')
    const etag = (await get('/api/home')).headers.get('etag') ?? ''
    expect((await get('/api/home', { 'if-none-match': etag })).status).toBe(304)
    await get('/api/product/no-such-product')
    await get('/some/invented/address')
    const after = await metricsText()
    const counted = (route: string, status: number) =>
      valueOf(after, series(route, status)) - valueOf(before, series(route, status))
    expect(counted('/api/home', 200)).toBe(3)
    expect(counted('/api/home', 304)).toBe(1)
    expect(counted('/api/product/:id', 404)).toBe(1)
    expect(counted('unmatched', 404)).toBe(1)
    expect(after).not.toContain('invented')
    expect(after).not.toContain('no-such-product')
  })

  test('tells of scans, web shops, jobs, pools, caches, memory and the event loop', async () => {
    await scan()
    await database.pool.query("SELECT ask_for_jobs('metrics', ARRAY['a', 'b'])")
    const text = await metricsText()
    for (const stage of ['detect', 'look-up', 'web-shops'])
      expect(
        valueOf(text, `wearabouts_scan_stage_duration_seconds_count{stage="${stage}"}`),
      ).toBeGreaterThan(0)
    for (const series of [
      'wearabouts_scan_duration_seconds_count{outcome="ok"}',
      'wearabouts_provider_call_duration_seconds_count{provider="web",outcome="ok"}',
      'wearabouts_database_connections_limit{pool="requests"}',
      'wearabouts_reply_cache_bytes',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds_count',
    ])
      expect(valueOf(text, series), series).toBeGreaterThan(0)
    expect(text).toContain('wearabouts_picture_jobs{lane="sent",state="waiting"} 0')
    expect(text).toContain('wearabouts_scans_running ')
  })

  test('is in the text format of Prometheus', async () => {
    const lines = (await metricsText()).trimEnd().split('\n')
    const sample = /^[a-z_]+(_bucket|_sum|_count)?(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? [\d.e+-]+$/
    let family = ''
    for (const line of lines) {
      const [, kind, name = ''] = /^# (HELP|TYPE) (\w+) .+$/.exec(line) ?? []
      if (kind === 'HELP') family = name
      else if (kind === 'TYPE') expect(name).toBe(family)
      else expect(line).toMatch(sample)
      if (!kind) expect(line.startsWith(family), line).toBe(true)
    }
  })

  const promtool = spawnSync('promtool', ['--version'])
  test.skipIf(promtool.error)(
    'passes promtool check metrics (skipped if the prometheus package is not installed)',
    async () => {
      await scan()
      const input = await metricsText()
      const checked = spawnSync('promtool', ['check', 'metrics'], { input })
      expect(checked.stderr.toString() + checked.stdout.toString()).toBe('')
      expect(checked.status).toBe(0)
    },
  )
})

describe('the id of a request', () => {
  const idOf = async (path: string, given?: string) =>
    (await get(path, given === undefined ? {} : { 'x-request-id': given })).headers.get(
      'x-request-id',
    )

  test.each(['/api/home', '/healthz', '/api/nowhere'])(
    'of the proxy is used on %s',
    async (path) => {
      expect(await idOf(path, 'proxy-0123456789')).toBe('proxy-0123456789')
      const own = await idOf(path)
      expect(own).toMatch(/^[0-9a-f-]{36}$/)
      expect(await idOf(path)).not.toBe(own)
    },
  )

  test.each(['short', 'with "quotes" in it', 'x'.repeat(129)])('is not %s', async (given) => {
    expect(await idOf('/api/home', given)).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('of a stranger is not used, and names error lines with method, path, status and cause', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[0]) })
    const server = await startTestApp({ log })
    await server.pool.query('ALTER TABLE exchange_rates RENAME TO gone')
    const reply = await fetch(`${server.origin}/api/rates?key=secret`, {
      headers: { 'x-request-id': 'stranger-0123456789' },
    })
    await server.close()
    expect(reply.status).toBe(500)
    const requestId = reply.headers.get('x-request-id')
    expect(requestId).not.toBe('stranger-0123456789')
    const line = lines.find(({ level }) => level === 50)
    expect(line).toMatchObject({ requestId, method: 'GET', path: '/api/rates', status: 500 })
    expect(line?.['err']).toMatchObject({ message: expect.stringContaining('exchange_rates') })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})

describe('traces', () => {
  const spans = (): Span[] =>
    collector.received.flatMap(({ body }) => {
      const { resourceSpans } = JSON.parse(body.toString()) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
      }
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    })
  const attribute = (span: Span | undefined, name: string) =>
    Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0]

  test('lead from the proxy over the request to the database, the scan and the web shop', async () => {
    await scan()
    const named = (name: string) =>
      vi.waitUntil(() => spans().find((span) => span.traceId === TRACE && span.name === name), {
        timeout: 20_000,
      })
    const request = await named('POST /api/scan')
    expect(request).toMatchObject({ parentSpanId: CALLER, kind: 2 })
    expect(attribute(request, 'http.route')).toBe('/api/scan')
    expect(attribute(request, 'http.response.status_code')).toBe('200')
    expect(await named('scan detect')).toMatchObject({ parentSpanId: request.spanId })
    const search = await named('scan web-shops')
    const call = await named('GET')
    expect(call).toMatchObject({ parentSpanId: search.spanId, kind: 3 })
    expect(attribute(call, 'server.address')).toBe('127.0.0.1')
    const insert = await named('INSERT')
    expect(attribute(insert, 'db.system.name')).toBe('postgresql')
    expect(attribute(insert, 'db.query.text')).toMatch(/^INSERT INTO /)
    for (const { startTimeUnixNano, endTimeUnixNano } of spans())
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
    expect(collector.received[0]?.url.pathname).toBe('/v1/traces')
    expect(collector.received[0]?.headers['x-key']).toBe('a key')
    const sent = collector.received.map(({ body }) => body.toString()).join('')
    expect(sent).not.toContain('secret')
    expect(sent).not.toContain(finder.person.uid)
  })
})
