import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createHttpServer } from './http-server.ts'

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
