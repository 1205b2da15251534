import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { type SignedIn, signedIn, signedInAgain } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser, type TestBrowser } from '#tests/support/test-browser.ts'
import { createAccountsStore } from './accounts.store.ts'
import { describeDevice } from './sessions.service.ts'

let server: TestApp
let browser: TestBrowser
let ada: SignedIn
const logged: string[] = []
const log = pino(
  { level: 'info' },
  new Writable({
    write: (line, _, done) => {
      logged.push(String(line))
      done()
    },
  }),
)

beforeAll(async () => {
  server = await startTestApp({ log })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM users')
  browser = createTestBrowser(server.origin, {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  })
  ada = await signedIn(server)
  logged.length = 0
})

const devicesOf = async (of: Pick<SignedIn, 'api'>) =>
  (await of.api('GET /api/account/sessions')).data.sessions
const isSignedIn = async (of: Pick<SignedIn, 'api'>) =>
  (await of.api('GET /api/session')).data.user !== null
const eventsLogged = () =>
  logged
    .map((line) => JSON.parse(line) as { security?: string })
    .filter(({ security }) => security !== undefined)

/** As if the last sign-in was a while ago. */
const growOld = (minutes = 11) =>
  server.pool.query(`UPDATE sessions SET authenticated_at = now() - interval '${minutes} minutes'`)

describe('the list of devices', () => {
  test('names each device, where and when it began, and this one first', async () => {
    await browser.signIn('google', 'ada-marlow')
    const [user] = (await server.pool.query("SELECT id FROM users WHERE name = 'Ada Marlow'")).rows
    const { id: uid } = user as { id: string }
    const phone = await signedInAgain(server, { ...ada, uid })
    await server.pool.query(
      "UPDATE sessions SET user_agent = $2, ip_address = '203.0.113.7' WHERE user_id = $1 AND user_agent IS NULL",
      [uid, 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/19.0 Safari/604.1'],
    )
    const devices = await devicesOf(browser)
    expect(devices).toMatchObject([
      { device: 'Firefox on Linux', address: '127.0.0.1', provider: 'google', isCurrent: true },
      { device: 'Safari on iPhone', address: '203.0.113.7', isCurrent: false },
    ])
    for (const { startedAt, lastSeenAt } of devices)
      expect(Date.now() - Math.min(Date.parse(startedAt), Date.parse(lastSeenAt))).toBeLessThan(
        60_000,
      )
    expect((await devicesOf(phone))[0]).toMatchObject({
      device: 'Safari on iPhone',
      isCurrent: true,
    })
    const text = JSON.stringify(devices)
    const { rows } = await server.pool.query<{ token: string }>('SELECT token FROM sessions')
    for (const { token } of rows) expect(text).not.toContain(token)
  })

  test('shows when a device was last seen, to about five minutes', async () => {
    await server.pool.query("UPDATE sessions SET last_seen_at = now() - interval '6 minutes'")
    await isSignedIn(ada)
    const [seen] = await devicesOf(ada)
    expect(Date.now() - Date.parse(seen?.lastSeenAt ?? '')).toBeLessThan(60_000)
  })

  test('signing in again in the same browser replaces its session', async () => {
    await browser.signIn('google', 'bela-ortiz')
    await browser.signIn('google', 'bela-ortiz')
    expect(await devicesOf(browser)).toHaveLength(1)
  })
})

describe('signing out', () => {
  test('on another device ends that session and no other', async () => {
    const phone = await signedInAgain(server, ada)
    const other = (await devicesOf(ada)).find(({ isCurrent }) => !isCurrent)
    const params = { id: other?.id ?? '' }
    await ada.api('DELETE /api/account/sessions/:id', { params })
    expect([await isSignedIn(ada), await isSignedIn(phone)]).toEqual([true, false])
    await expect(ada.api('DELETE /api/account/sessions/:id', { params })).rejects.toThrow(
      ACCOUNT_ERRORS.unknownSession,
    )
  })

  test("of somebody else's session is refused as unknown", async () => {
    const bo = await signedIn(server)
    const [theirs] = await devicesOf(bo)
    const params = { id: theirs?.id ?? '' }
    await expect(ada.api('DELETE /api/account/sessions/:id', { params })).rejects.toMatchObject({
      status: 404,
    })
    expect(await isSignedIn(bo)).toBe(true)
  })

  test('everywhere ends all sessions of this user only', async () => {
    const [phone, bo] = [await signedInAgain(server, ada), await signedIn(server)]
    await ada.api('DELETE /api/account/sessions')
    expect([await isSignedIn(ada), await isSignedIn(phone), await isSignedIn(bo)]).toEqual([
      false,
      false,
      true,
    ])
  })

  test.each([
    ['POST', () => '/api/sign-out', undefined],
    ['DELETE', () => '/api/account/sessions', undefined],
    ['DELETE', (id: string) => `/api/account/sessions/${id}`, undefined],
    ['DELETE', () => '/api/account', { confirm: 'delete my account' }],
  ] as const)('clears the cookie and what the browser keeps: %s %s', async (method, path, body) => {
    const [current] = await devicesOf(ada)
    const reply = await ada.sendJson(method, path(current?.id ?? ''), body)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^wearabouts\.session_token=; Max-Age=0/),
    ])
  })
})

describe('unlinking a provider', () => {
  test('ends the sessions it began, except the one that unlinks it', async () => {
    await browser.signIn('google', 'ada-marlow')
    await browser.link('facebook', 'ada-marlow')
    const other = createTestBrowser(server.origin)
    await other.signIn('google', 'ada-marlow')
    const facebook = createTestBrowser(server.origin)
    await facebook.signIn('facebook', 'ada-marlow')
    await browser.api('DELETE /api/account/providers/:provider', { params: { provider: 'google' } })
    expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(facebook)).toBe(true)
    expect((await browser.api('GET /api/session')).data.user?.provider).toBe('facebook')
  })

  test('twice at the same moment leaves one way to sign in', async () => {
    await browser.signIn('google', 'ada-marlow')
    await browser.link('facebook', 'ada-marlow')
    const { rows } = await server.pool.query<{ id: string; user_id: string }>(
      `SELECT id, user_id FROM sessions
        WHERE user_id IN (SELECT user_id FROM accounts WHERE provider_id = 'facebook')`,
    )
    const [session] = rows
    const first = await server.pool.connect()
    try {
      await first.query('BEGIN')
      const store = createAccountsStore(first)
      expect(await store.unlink(session?.user_id ?? '', 'google', session?.id ?? '')).toBe(true)
      const second = browser.api('DELETE /api/account/providers/:provider', {
        params: { provider: 'facebook' },
      })
      const refused = expect(second).rejects.toMatchObject({ status: 409 })
      await delay(100)
      await first.query('COMMIT')
      await refused
    } finally {
      first.release()
    }
    const left = await server.pool.query('SELECT provider_id FROM accounts WHERE user_id = $1', [
      session?.user_id,
    ])
    expect(left.rows).toEqual([{ provider_id: 'facebook' }])
  })
})

describe('a sign-in that is ten minutes old', () => {
  const confirm = async (of: TestBrowser, person: string) => {
    const { data } = await of.api('POST /api/account/confirm', { query: {} })
    if (!data?.url) throw new Error('The sign-in is still recent')
    return of.pickPerson(data.url, person)
  }
  const exportStatus = async (of: TestBrowser) => (await of.send('/api/account/export')).status

  test('must be confirmed at the provider before export, deletion and linking', async () => {
    await browser.signIn('google', 'ada-marlow')
    expect((await browser.api('POST /api/account/confirm', { query: {} })).data).toBeNull()
    await growOld()
    expect(await exportStatus(browser)).toBe(403)
    await expect(browser.link('facebook', 'ada-marlow')).rejects.toMatchObject({
      status: 403,
      code: ACCOUNT_ERRORS.signInAgainCode,
    })
    await expect(
      browser.api('DELETE /api/account', { body: { confirm: 'delete my account' } }),
    ).rejects.toThrow(ACCOUNT_ERRORS.signInAgain)
    expect(await confirm(browser, 'ada-marlow')).toBe('/account-settings')
    expect(await devicesOf(browser)).toHaveLength(1)
    expect(await exportStatus(browser)).toBe(200)
    expect(await browser.link('facebook', 'ada-marlow')).toBe('/account-settings')
    await browser.api('DELETE /api/account', { body: { confirm: 'delete my account' } })
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('is not confirmed by another person or by cancelling', async () => {
    await createTestBrowser(server.origin).signIn('google', 'bela-ortiz')
    await browser.signIn('google', 'ada-marlow')
    await growOld()
    const { rowCount } = await server.pool.query('SELECT FROM users')
    for (const person of ['bela-ortiz', 'cleo-hart', ''])
      expect(await confirm(browser, person)).toBe(
        `/account-settings?error=${ACCOUNT_ERRORS.notConfirmedCode}`,
      )
    expect(await exportStatus(browser)).toBe(403)
    expect((await server.pool.query('SELECT FROM users')).rowCount).toBe(rowCount)
    expect((await browser.api('GET /api/session')).data.user?.displayName).toBe('Ada Marlow')
  })

  test('leads back to the page that asked, with its tab, but to no other site', async () => {
    const confirmFrom = async (redirect: string, person: string) => {
      const { data } = await browser.api('POST /api/account/confirm', { query: { redirect } })
      return browser.pickPerson(data?.url ?? '', person)
    }
    await browser.signIn('google', 'ada-marlow')
    await growOld()
    expect(await confirmFrom('/admin#users', '')).toBe(
      `/admin?error=${ACCOUNT_ERRORS.notConfirmedCode}#users`,
    )
    expect(await confirmFrom('/admin#users', 'ada-marlow')).toBe('/admin#users')
    await growOld()
    expect(await confirmFrom('https://evil.example/', 'ada-marlow')).toBe('/account-settings')
  })

  test('cannot be confirmed with an account that was not linked', async () => {
    await browser.signIn('google', 'ada-marlow')
    await browser.link('facebook', 'ada-marlow')
    await growOld(60)
    const { data } = await browser.api('POST /api/account/confirm', { query: {} })
    await server.pool.query("DELETE FROM accounts WHERE provider_id = 'google'")
    expect(await browser.pickPerson(data?.url ?? '', 'cleo-hart')).toContain('error=')
    expect((await browser.api('GET /api/account/providers')).data.linked).toEqual(['facebook'])
    expect(await exportStatus(browser)).toBe(403)
  })

  test('is recent enough for an invite user, whose key works only once', async () => {
    await server.pool.query('DELETE FROM accounts WHERE user_id = $1', [ada.uid])
    await growOld()
    expect((await ada.api('POST /api/account/confirm', { query: {} })).data).toBeNull()
    expect((await ada.send('/api/account/export')).status).toBe(200)
  })
})

describe('security events', () => {
  test('are logged with actor, path and address', async () => {
    await browser.signIn('google', 'ada-marlow')
    const uid = (await browser.api('GET /api/session')).data.user?.uid
    const address = '127.0.0.1'
    await browser.link('facebook', 'ada-marlow')
    await browser.send('/api/account/export')
    await browser.send('/api/account', {
      method: 'PATCH',
      headers: { origin: 'http://evil.example' },
    })
    await browser.api('DELETE /api/account/sessions')
    await browser.send('/api/account/sessions')
    expect(eventsLogged()).toMatchObject([
      { security: 'sign-in', actor: uid, path: '/api/auth/callback/:provider', address },
      { security: 'provider-linked', actor: uid, path: '/api/auth/callback/:provider' },
      { security: 'data-exported', actor: uid, path: '/api/account/export', address },
      { security: 'refused', actor: null, path: '/api/account', address },
      { security: 'sign-out-everywhere', actor: uid, path: '/api/account/sessions', address },
      { security: 'refused', actor: null, path: '/api/account/sessions', address },
    ])
  })

  test('include refused sign-ins, limits and deletions, and never a secret', async () => {
    await browser.signIn('google', '')
    const key = 'ABCD-EFGH-JKMN-PQRT'
    const body = { email: 'ada@example.com', key }
    await expect(browser.api('POST /api/sign-in/key', { body })).rejects.toThrow()
    await server.pool.query("UPDATE rate_limits SET calls = 999 WHERE limit_name = 'signIn'")
    await expect(browser.api('POST /api/sign-in/key', { body })).rejects.toThrow()
    await ada.api('DELETE /api/account', { body: { confirm: 'delete my account' } })
    expect(eventsLogged().map(({ security }) => security)).toEqual([
      'sign-in-refused',
      'sign-in-refused',
      'limit-reached',
      'account-deleted',
    ])
    const text = logged.join('')
    for (const secret of [key, 'ada@example.com', ada.cookie.split('=')[1] ?? '', 'code='])
      expect(text).not.toContain(secret)
  })
})

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.5.0', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name)
})
