import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallDefinition } from '#shared/contract/call.ts'
import { parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { sampleOf } from '#tests/support/length.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let ada: SignedIn
beforeAll(async () => {
  server = await startTestApp()
  ada = await signedIn(server, { invited: true })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const withBody = Object.entries(allCalls as Record<string, CallDefinition>).filter(
  ([, call]) => call.body && !call.files,
)

const send = (key: string, body: string, type = 'application/json') => {
  const { method, path, fixedQuery } = parseCallKey(key)
  const url = `${path.replaceAll(':provider', 'google').replaceAll(/:\w+/g, 'x')}?${fixedQuery.toString()}`
  return ada.send(url, { method, headers: { 'content-type': type }, body })
}

const expectRefusal = async (reply: Response) => {
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
  const body = (await reply.json()) as { message: string }
  expect(body).toMatchObject({ success: false, data: null })
  expect(body.message.length).toBeGreaterThan(3)
}

describe.each(withBody)('%s', (key) => {
  test.each([
    ['malformed JSON', '{"uid": '],
    ['no body', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['wrong types', JSON.stringify({ uid: 7, firebase_uid: {}, code: [], email: 1, ref: {} })],
    ['broken text', '{"uid":"\ud800\u0000"}'],
    [
      'wrong types deep inside',
      JSON.stringify({
        firebase_uid: null,
        detection_data: { bbox: 'x', confidence: 'high', is_liked: 'maybe' },
        product: { name: { toString: 1 } },
        displayName: ['x'],
        confirm: true,
        redirect: 5,
      }),
    ],
  ])('%s', async (_what, body) => {
    await expectRefusal(await send(key, body))
  })
})

test.each(sampleOf(withBody, 9))('%s refuses a body that is too large', async (key) => {
  await expectRefusal(await send(key, JSON.stringify({ uid: 'x'.repeat(12_000_000) })))
})

describe('does not fail on text that PostgreSQL cannot store', () => {
  test.each([
    ['POST', '/api/favorites', { product: { name: 'nul \u0000 byte' } }],
    ['POST', '/api/favorites', { product: { name: 'half \ud800 pair' } }],
    ['PATCH', '/api/account', { displayName: 'a\u0000b' }],
    ['POST', '/api/sign-in/key', { email: 'a\u0000@x.org', key: 'k' }],
    ['DELETE', '/api/my-products/%00', undefined],
    ['GET', '/api/favorites/check?name=%00', undefined],
    ['GET', '/api/users/%00/picture', undefined],
  ])('%s %s', async (method, url, body) => {
    const reply = await ada.sendJson(method, url, body)
    expect(reply.status).toBeLessThan(500)
  })
})

describe('unknown actions', () => {
  test.each([
    ['POST', '/invite-code.php'],
    ['POST', '/invite-code.php?action=steal'],
    ['DELETE', '/invite-code.php?action=check'],
    ['POST', '/invite-code.php?action=remove'],
  ])('%s %s', async (method, url) => {
    await expectRefusal(await ada.sendJson(method, url, { firebase_uid: ada.uid, code: 'ABC234' }))
  })

  test('GET /user-products.php with an unknown type', async () => {
    await expectRefusal(await ada.send(`/user-products.php?firebase_uid=${ada.uid}&type=all`))
  })

  test('an unknown provider', async () => {
    await expectRefusal(await ada.sendJson('POST', '/api/sign-in/provider/github', {}))
    await expectRefusal(await ada.send('/api/auth/callback/github?code=x&state=y'))
  })
})

describe('a callback without a sign-in attempt', () => {
  test.each([
    '',
    '?code=x',
    '?state=x',
    '?code=x&state=y',
    '?error=access_denied&error_description=<script>',
  ])('%s goes to Login', async (query) => {
    const reply = await ada.send(`/api/auth/callback/google${query}`)
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toMatch(/^\/login\?error=[\w-]+&provider=google$/)
  })

  test('also with an unexpected Host', async () => {
    const reply = await ada.send('/api/auth/callback/google?code=x&state=y', {
      headers: { host: 'evil.example' },
    })
    expect(reply.headers.get('location')).toMatch(/^\/login\?error=/)
  })
})
