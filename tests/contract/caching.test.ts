import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { catalogCalls, imageCalls } from '#shared/contract/catalog.ts'
import { productSearchCalls } from '#shared/contract/product-search.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let ada: SignedIn
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await signedIn(server, { invited: true })
})

/** The same for everyone who may read them. */
const SHARED = new Set([
  ...Object.keys(catalogCalls),
  ...Object.keys(imageCalls),
  ...Object.keys(productSearchCalls),
  'GET /api/users/:uid/picture',
])

const personal = Object.keys(allCalls).filter((key) => !SHARED.has(key))

const readable = new Set([
  'GET /api/session',
  'GET /user-products.php',
  'GET /api/favorites/check',
  'GET /api/account/providers',
  'GET /api/account/export',
  'GET /api/live',
  'POST /saved-products.php',
  'POST /my-products.php',
  'POST /invite-code.php?action=check',
])

test.each(personal)('%s is kept by no cache', async (key) => {
  const { method, path, fixedQuery } = parseCallKey(key)
  const query = new URLSearchParams(fixedQuery)
  for (const [name, value] of [
    ['firebase_uid', ada.uid],
    ['type', 'detected'],
    ['name', 'Coat'],
  ])
    query.set(name ?? '', value ?? '')
  const url = `${path.replaceAll(/:\w+/g, 'google')}?${query.toString()}`
  const body = method === 'GET' ? undefined : { uid: ada.uid, firebase_uid: ada.uid }
  for (const caller of [ada, callerWith(server, null)]) {
    const reply = await caller.sendJson(method, url, body)
    await reply.body?.cancel()
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
    if (caller === ada && readable.has(key)) expect(reply.status).toBe(200)
  }
})
