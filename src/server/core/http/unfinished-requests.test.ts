import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { UPLOAD } from '#shared/constants.ts'
import type { CallDefinition } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { signedIn } from '#tests/support/callers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { computeBodyBudgetBytes } from './request-body.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  const clientFiles = { template: PAGE_TEMPLATE, manifest: {}, read: () => null }
  app = await startTestApp({}, { clientFiles })
  cookie = (await signedIn(app, { invited: true })).cookie
})
afterAll(() => app.close())

/** Connections of one address that send these bytes and then nothing. */
const openMany = async (count: number, text: string): Promise<Socket[]> => {
  const { hostname, port } = new URL(app.origin)
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await Promise.all(sockets.map((socket) => new Promise((sent) => socket.write(text, sent))))
  return sockets
}

const post = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: ${new URL(app.origin).host}\r\nOrigin: ${app.origin}\r\n${more}Content-Length: ${length}\r\n\r\n`

const saveHeart = async (name: string) => {
  const reply = await fetch(`${app.origin}/api/favorites`, {
    method: 'POST',
    headers: { cookie, origin: app.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ product: { name, id: name } }),
  })
  return reply.status
}

test('500 requests that never finish shut nobody out', async () => {
  const json = 'Content-Type: application/json\r\n'
  await openMany(500, `${post('/api/invite-codes/validate-and-create-user', 100, json)}{`)
  await eventually(() => {
    expect(app.work.connections()).toBeGreaterThanOrEqual(500)
    expect(app.work.size()).toBe(0)
  })
  for (let turn = 0; turn < 5; turn += 1) {
    const call = await fetch(`${app.origin}/api/images?celebrities=Visitor${turn}`)
    const page = await fetch(`${app.origin}/search-result?q=visitor${turn}`, {
      headers: { accept: 'text/html' },
    })
    expect([call.status, page.status]).toEqual([200, 200])
    expect(await saveHeart(`unfinished ${turn}`)).toBe(200)
  }
  expect(app.load.inFlight()).toBeLessThan(50)
})

test('uploads that are declared but never come block no saving', async () => {
  const form = `Content-Type: multipart/form-data; boundary=x\r\nCookie: ${cookie}\r\n`
  // Together they declare what all bodies may hold, of which there are three copies each.
  let left = Math.floor(computeBodyBudgetBytes() / 3)
  for (let length = 0; left > 0; left -= length) {
    length = Math.min(left, UPLOAD.maxBytes)
    await openMany(1, `${post('/image-local.php', length, form)}${'-'.repeat(200)}`)
  }
  await eventually(() => expect(app.work.size()).toBe(0))
  expect(await saveHeart('after uploads')).toBe(200)
})

describe('every call', () => {
  const calls = Object.entries<CallDefinition>(allCalls)
  /** Balancers must always get an answer. */
  const UNLIMITED = ['GET /healthz', 'GET /readyz']

  test('has a limit, except health checks', () => {
    const unlimited = calls.filter(([, { limit }]) => limit === null).map(([key]) => key)
    expect(unlimited).toEqual(UNLIMITED)
  })

  test('without a limit of its own counts towards one of the address', async () => {
    const asked = async () => (await fetch(`${app.origin}/api/sign-in/providers`)).status
    expect(await asked()).toBe(200)
    const { take } = app.callLimit
    while (take('127.0.0.1') === null);
    expect(await asked()).toBe(429)
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
  })
})
