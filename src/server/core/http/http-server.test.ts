import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'node:http'
import { Hono } from 'hono'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ENGLISH } from '#server/core/languages.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { UPLOAD } from '#shared/constants.ts'
import { insertPerson } from '#tests/support/people.ts'
import { createHttpServer } from './http-server.ts'
import { createLoadGauge, createWorkQueue, trackLoad } from './load-shedding.ts'
import { createReplyCache } from './reply-cache.ts'
import type { AppEnv } from './request-context.ts'

describe('waiting requests', () => {
  /** As many as the load gauge lets wait. */
  const MANY = 500

  /** While connections arrive, and no time passes, requests wait. */
  const holdBack = (noteConnection: () => void) => {
    let isHeld = true
    const arrive = () => {
      if (!isHeld) return
      noteConnection()
      setImmediate(arrive)
    }
    arrive()
    return () => {
      isHeld = false
    }
  }

  test('requests whose client goes away while they wait are not begun and leave their places', async () => {
    const log = pino({ level: 'silent' })
    const work = createWorkQueue(() => 0)
    const load = createLoadGauge(log, work)
    const app = new Hono<AppEnv>()
    const begun = vi.fn()
    app.use(trackLoad(load))
    app.get('/page', (context) => {
      begun()
      return context.text('page')
    })
    const server = createHttpServer(app, {
      publicUrl: null,
      log,
      load,
      work,
      replies: createReplyCache(1_000, 1_000),
      languages: [ENGLISH],
      clientFiles: { read: () => null },
      securityHeaders: {},
      trustedProxies: 0,
      metrics: { countReply: () => {} },
      tracer: null,
      answerMetrics: null,
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      load.stop()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const page = async () => (await fetch(`http://127.0.0.1:${port}/page`)).status
    expect(await page()).toBe(200)

    const letGo = holdBack(() => work.noteConnection())
    const crowd = connect(port, '127.0.0.1')
    crowd.write('GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(MANY))
    await eventually(() => expect(work.size()).toBe(MANY))
    expect(await page()).toBe(503)
    crowd.destroy()
    await eventually(async () => {
      const connections = await new Promise((resolve) =>
        server.getConnections((_, count) => resolve(count)),
      )
      // Only the one that `fetch` keeps.
      expect(connections).toBe(1)
    })
    letGo()
    await eventually(async () => expect(await page()).toBe(200))
    expect(work.size()).toBe(0)
    expect(begun).toHaveBeenCalledTimes(2)
  })
})

describe('slow requests', () => {
  let parts: TestApp
  beforeAll(async () => {
    parts = await startTestApp()
  })
  afterAll(() => parts.close())

  const HEADERS_MS = 300
  const REQUEST_MS = 900

  /** A connection to a server with little patience. */
  const openConnection = async () => {
    const server = createHttpServer(parts.app, parts, {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: 50,
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
      server.close()
    })
    const received = { text: '' }
    socket.on('data', (chunk) => (received.text += String(chunk)))
    socket.on('error', () => undefined)
    return { socket, received }
  }

  const POST = 'POST /api/sign-in/key HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n'
  const JSON_BODY = 'Content-Type: application/json\r\n'

  test.each([
    ['headers', POST, 'X-Slow: yes\r\n', HEADERS_MS],
    ['a declared body', `${POST}${JSON_BODY}Content-Length: 100000\r\n\r\n`, ' ', REQUEST_MS],
    [
      'a chunked body',
      `${POST}${JSON_BODY}Transfer-Encoding: chunked\r\n\r\n`,
      '1\r\n \r\n',
      REQUEST_MS,
    ],
  ])('a client that dribbles %s loses its connection', async (_, first, drop, afterMs) => {
    const { socket, received } = await openConnection()
    const started = performance.now()
    socket.write(first)
    const dripping = setInterval(() => socket.write(drop), 50)
    await once(socket, 'close')
    clearInterval(dripping)
    expect(received.text).toMatch(/^HTTP\/1\.1 408 /)
    expect(performance.now() - started).toBeGreaterThanOrEqual(afterMs - 50)
  })

  test('an idle connection between two requests is kept', async () => {
    const { socket, received } = await openConnection()
    const ask = async () => {
      received.text = ''
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await once(socket, 'data')
      expect(received.text).toMatch(/^HTTP\/1\.1 200 /)
    }
    await ask()
    await delay(2 * REQUEST_MS)
    await ask()
  })

  test('the server waits 15 s for headers and two minutes for a whole request', () => {
    const { headersTimeout, requestTimeout } = createHttpServer(parts.app, parts)
    expect({ headersTimeout, requestTimeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 120_000,
    })
  })
})

describe('connections', () => {
  /** Longer than the HTTP adapter waits before it gives up on an unread body. */
  const PAUSE_MS = 700

  let app: TestApp
  let cookie: string
  beforeAll(async () => {
    app = await startTestApp()
    cookie = (await insertPerson(app.pool, TEST_SECRET, { invited: true })).cookie
  })
  afterAll(() => app.close())

  type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer; pauseMs?: number }

  /** One request over `agent`, its body in two halves with a pause between them. */
  const send = async (agent: Agent, path: string, { body, pauseMs = 0, ...options }: Sent = {}) => {
    const outgoing = request(`${app.origin}${path}`, { agent, ...options })
    const reply = new Promise<{ status: number | undefined; port: number | undefined }>(
      (resolve, reject) => {
        outgoing.on('error', reject)
        outgoing.on('response', (incoming) => {
          const port = incoming.socket.localPort
          incoming.resume().on('end', () => resolve({ status: incoming.statusCode, port }))
        })
      },
    )
    if (body) {
      outgoing.write(body.subarray(0, body.length / 2))
      await delay(pauseMs)
      outgoing.write(body.subarray(body.length / 2))
    }
    outgoing.end()
    return reply
  }

  const TOO_LARGE = Buffer.alloc(UPLOAD.maxBytes + 1_000_000)
  const withLength = { 'content-length': String(TOO_LARGE.length) }
  const chunked = { 'transfer-encoding': 'chunked' }

  test.each([
    ['an upload that is too large', 413, () => ({ ...withLength, cookie })],
    ['an upload of unknown length that is too large', 413, () => ({ ...chunked, cookie })],
    ['a large upload of a visitor who is not signed in', 401, () => withLength],
    ['one of unknown length', 401, () => chunked],
  ])('the connection survives %s', async (_, status, headers) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const refused = await send(agent, '/image-local.php', {
      method: 'POST',
      headers: { origin: app.origin, 'content-type': 'multipart/form-data', ...headers() },
      body: TOO_LARGE,
    })
    expect(refused.status).toBe(status)
    await delay(PAUSE_MS)
    const next = await send(agent, '/healthz')
    expect(next).toEqual({ status: 200, port: refused.port })
    agent.destroy()
  })

  test('a slow client whose upload is refused can finish sending it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const refused = await send(agent, '/image-local.php', {
      method: 'POST',
      headers: { origin: app.origin, ...withLength, cookie },
      body: TOO_LARGE,
      pauseMs: PAUSE_MS,
    })
    expect(refused.status).toBe(413)
    expect(await send(agent, '/healthz')).toEqual({ status: 200, port: refused.port })
    agent.destroy()
  })

  test('an upload without an end is refused, and cut off if it goes on', async () => {
    const outgoing = request(`${app.origin}/image-local.php`, {
      method: 'POST',
      headers: { origin: app.origin, 'content-type': 'multipart/form-data', ...chunked, cookie },
    })
    outgoing.on('error', () => undefined)
    const refusal = { status: 0, afterMegabytes: 0 }
    const megabyte = Buffer.alloc(1024 * 1024)
    let megabytes = 0
    outgoing.on('response', (reply) => {
      Object.assign(refusal, { status: reply.statusCode, afterMegabytes: megabytes })
      reply.resume()
    })
    const isClosed = new Promise((closed) => outgoing.on('close', closed))
    while (!outgoing.closed && !outgoing.destroyed) {
      megabytes += 1
      await Promise.race([isClosed, new Promise((sent) => outgoing.write(megabyte, sent))])
      // Writes to a connection that was reset fail at once, before the event loop learns of its end.
      await nextTurn()
    }
    expect(refusal.status).toBe(413)
    expect(refusal.afterMegabytes).toBeLessThan(60)
  }, 30_000)

  test('idle connections are kept longer than proxies keep them', async () => {
    const reply = await fetch(`${app.origin}/healthz`)
    // nginx and AWS close theirs after 60 s.
    expect(reply.headers.get('keep-alive')).toBe('timeout=75')
  })
})
