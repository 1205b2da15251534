import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UPLOAD } from '#shared/constants.ts'
import { insertPerson } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

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
  }
  expect(refusal.status).toBe(413)
  expect(refusal.afterMegabytes).toBeLessThan(60)
}, 30_000)

test('idle connections are kept longer than proxies keep them', async () => {
  const reply = await fetch(`${app.origin}/healthz`)
  // nginx and AWS close theirs after 60 s.
  expect(reply.headers.get('keep-alive')).toBe('timeout=75')
})
