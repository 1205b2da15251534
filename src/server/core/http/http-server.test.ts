import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Hono } from 'hono'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { createHttpServer } from './http-server.ts'
import { createLoadGauge, createWorkQueue, trackLoad } from './load-shedding.ts'
import { createReplyCache } from './reply-cache.ts'
import type { AppEnv } from './request-context.ts'

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
