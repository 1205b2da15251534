import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOGIN_ERRORS } from '#shared/account-messages.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser, type TestBrowser } from '#tests/support/test-browser.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createTokenCipher } from './auth-secret.ts'
import { createEmailProof } from './cookies.ts'
import { createDemoPicker } from './demo-picker.ts'
import { createSignIn } from './sign-in.ts'

let server: TestApp
let browser: TestBrowser
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM users')
  browser = createTestBrowser(server.origin)
})

const currentUser = async (of = browser) => (await of.api('GET /api/session')).data.user

describe('signing in through the local provider', () => {
  test('with Google leads to /profile#saved-products', async () => {
    expect(await browser.signIn('google', 'ada-marlow')).toBe('/profile#saved-products')
    expect(await currentUser()).toMatchObject({
      displayName: 'Ada Marlow',
      email: 'ada@example.com',
      provider: 'google',
      hasInviteCode: false,
      isInviteUser: false,
    })
  })

  test('with Facebook works without an email', async () => {
    await browser.signIn('facebook', 'dara-quinn')
    expect(await currentUser()).toMatchObject({ email: null, provider: 'facebook' })
  })

  test('a returning user gets the same account', async () => {
    await browser.signIn('google', 'ada-marlow')
    const first = await currentUser()
    const other = createTestBrowser(server.origin)
    await other.signIn('google', 'ada-marlow')
    expect((await currentUser(other))?.uid).toBe(first?.uid)
  })

  test('the redirect query is honoured, with its query and hash', async () => {
    const wanted = '/celebrity-search-result?celebrities=Ada%20M,B#top'
    expect(await browser.signIn('google', 'ada-marlow', wanted)).toBe(wanted)
  })

  test.each(['//evil.example', 'https://evil.example/x', '/\\evil.example'])(
    'a redirect to another site is dropped: %s',
    async (wanted) => {
      expect(await browser.signIn('google', 'ada-marlow', wanted)).toBe('/profile#saved-products')
    },
  )

  test('cancelling is a failed login', async () => {
    const target = await browser.signIn('google', '')
    expect(target).toBe('/login?error=access_denied&provider=google')
    expect(await currentUser()).toBeNull()
  })

  test('a failed login keeps the redirect for the next attempt', async () => {
    const target = await browser.signIn('google', '', '/profile?a=1#my-products')
    expect(target).toBe(
      '/login?error=access_denied&provider=google&redirect=%2Fprofile%3Fa%3D1%23my-products',
    )
  })

  test("a callback without this browser's state signs nobody in", async () => {
    const { data } = await browser.api('POST /api/sign-in/provider/:provider', {
      params: { provider: 'google' },
      body: {},
    })
    const stranger = createTestBrowser(server.origin)
    const target = await stranger.pickPerson(data.url, 'ada-marlow')
    expect(target).toContain('/login?error=')
    expect(await currentUser(stranger)).toBeNull()
  })
})

test('the session cookie is httpOnly and SameSite=Lax', async () => {
  const { data } = await browser.api('POST /api/sign-in/provider/:provider', {
    params: { provider: 'google' },
    body: {},
  })
  await browser.pickPerson(data.url, 'ada-marlow')
  expect(browser.jar.get('wearabouts.session_token')).toBeDefined()
  await server.pool.query("UPDATE sessions SET updated_at = now() - interval '2 days'")
  const reply = await browser.send('/api/session')
  const [cookie] = reply.headers.getSetCookie()
  expect(cookie).toMatch(/^wearabouts\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/)
})
describe('an email that is registered with the other provider (trap 6)', () => {
  test.each([
    ['google', 'facebook', 'Google', 'Facebook'],
    ['facebook', 'google', 'Facebook', 'Google'],
  ] as const)('registered with %s, then %s', async (first, second, firstName, secondName) => {
    await browser.signIn(first, 'ada-marlow')
    const other = createTestBrowser(server.origin)
    const target = await other.signIn(second, 'ada-marlow')
    const code = LOGIN_ERRORS.accountExistsCode(first)
    expect(target).toBe(`/login?error=${code}&provider=${second}`)
    expect(await currentUser(other)).toBeNull()
    expect(LOGIN_ERRORS.accountExists(firstName, `your ${secondName} account`)).toBe(
      `This email is already registered with ${firstName}. Please sign in with ${firstName} first, then you can link your ${secondName} account.`,
    )
  })

  test('two people with the same email at one provider', async () => {
    await browser.signIn('google', 'emil-voss')
    const other = createTestBrowser(server.origin)
    expect(await other.signIn('google', 'emil-voss-2')).toBe(
      '/login?error=account-exists-with-google&provider=google',
    )
  })

  test("an unverified Facebook email does not open the Google user's account (trap 2)", async () => {
    await browser.signIn('google', 'ada-marlow')
    const stranger = createTestBrowser(server.origin)
    expect(await stranger.signIn('facebook', 'ada-marlow')).toContain('account-exists-with-google')
    expect(await currentUser(stranger)).toBeNull()
    const { rows } = await server.pool.query('SELECT provider_id FROM accounts')
    expect(rows).toEqual([{ provider_id: 'google' }])
  })
})

describe('an email that somebody else uses at Facebook without proof', () => {
  const release = (of: TestBrowser) => of.api('POST /api/sign-in/release-email')

  test('is released to the person whom Google verified, who can then sign in', async () => {
    const squatter = createTestBrowser(server.origin)
    await squatter.signIn('facebook', 'ada-marlow')
    const theirUid = (await currentUser(squatter))?.uid
    expect(await browser.signIn('google', 'ada-marlow')).toContain('account-exists-with-facebook')
    await release(browser)
    expect(await browser.signIn('google', 'ada-marlow')).toBe('/profile#saved-products')
    const owner = await currentUser()
    expect(owner).toMatchObject({ email: 'ada@example.com', provider: 'google' })
    expect(owner?.uid).not.toBe(theirUid)
    await squatter.signIn('facebook', 'ada-marlow')
    expect(await currentUser(squatter)).toMatchObject({ uid: theirUid, email: null })
    await expect(release(browser)).rejects.toMatchObject({ status: 400 })
  })

  test('stays where it is without proof, or if its holder proved it too', async () => {
    await browser.signIn('facebook', 'ada-marlow')
    await expect(release(createTestBrowser(server.origin))).rejects.toThrow(
      LOGIN_ERRORS.verifyFirst,
    )
    // An unverified email proves nothing, whoever holds the address.
    await browser.signIn('google', 'emil-voss')
    const other = createTestBrowser(server.origin)
    await other.signIn('facebook', 'emil-voss')
    await expect(release(other)).rejects.toThrow(LOGIN_ERRORS.verifyFirst)
    await other.signIn('google', 'emil-voss-2')
    await expect(release(other)).rejects.toThrow(LOGIN_ERRORS.emailIsTheirs)
    expect((await currentUser())?.email).toBe('emil@example.com')
  })
})

describe('linking from Account settings', () => {
  test('makes both providers lead to the same account', async () => {
    await browser.signIn('google', 'ada-marlow')
    expect(await browser.link('facebook', 'ada-marlow')).toBe('/account-settings')
    expect((await browser.api('GET /api/account/providers')).data.linked).toEqual([
      'google',
      'facebook',
    ])
    const other = createTestBrowser(server.origin)
    await other.signIn('facebook', 'ada-marlow')
    expect(await currentUser(other)).toMatchObject({
      uid: (await currentUser())?.uid,
      provider: 'facebook',
    })
  })

  test('an account without an email can be linked too', async () => {
    await browser.signIn('google', 'ada-marlow')
    expect(await browser.link('facebook', 'dara-quinn')).toBe('/account-settings')
    expect((await currentUser())?.email).toBe('ada@example.com')
  })

  test("somebody else's account is refused", async () => {
    await createTestBrowser(server.origin).signIn('facebook', 'bela-ortiz')
    await browser.signIn('google', 'ada-marlow')
    expect(await browser.link('facebook', 'bela-ortiz')).toBe(
      '/account-settings?error=account-linking-failed',
    )
  })

  test('signing out meanwhile links nothing (trap 3)', async () => {
    await browser.signIn('google', 'ada-marlow')
    const { data } = await browser.api('POST /api/account/providers/:provider', {
      params: { provider: 'facebook' },
    })
    await browser.api('POST /api/sign-out')
    expect(await browser.pickPerson(data.url, 'bela-ortiz')).toBe(
      '/account-settings?error=account-linking-failed',
    )
    const { rows } = await server.pool.query('SELECT provider_id FROM accounts')
    expect(rows).toEqual([{ provider_id: 'google' }])
  })

  test('refuses to link twice and to unlink the last provider', async () => {
    await browser.signIn('google', 'ada-marlow')
    const provider = { params: { provider: 'google' } }
    await expect(browser.api('POST /api/account/providers/:provider', provider)).rejects.toThrow(
      'already linked',
    )
    await expect(browser.api('DELETE /api/account/providers/:provider', provider)).rejects.toThrow(
      'cannot be unlinked',
    )
    await browser.link('facebook', 'ada-marlow')
    await browser.api('DELETE /api/account/providers/:provider', provider)
    expect((await browser.api('GET /api/account/providers')).data.linked).toEqual(['facebook'])
  })
})

describe('sessions', () => {
  test('signing out ends the session at once, even for a kept cookie', async () => {
    await browser.signIn('google', 'ada-marlow')
    const cookie = browser.jar.get('wearabouts.session_token')?.value ?? ''
    await browser.api('POST /api/sign-out')
    expect(browser.jar.has('wearabouts.session_token')).toBe(false)
    const reply = await browser.send('/api/session', {
      headers: { cookie: `wearabouts.session_token=${cookie}` },
    })
    expect(await reply.json()).toMatchObject({ data: { user: null } })
  })

  test('a tampered cookie is ignored', async () => {
    await browser.signIn('google', 'ada-marlow')
    const value = browser.jar.get('wearabouts.session_token')?.value ?? ''
    const [token = ''] = value.split('.')
    for (const forged of [`${token}.AAAA`, token, '%E0%A4%A', `x${value}`]) {
      const reply = await browser.send('/api/session', {
        headers: { cookie: `wearabouts.session_token=${forged}` },
      })
      expect(await reply.json()).toMatchObject({ data: { user: null } })
    }
  })

  test('a session lasts 30 days and is extended once a day while in use', async () => {
    await browser.signIn('google', 'ada-marlow')
    await server.pool.query(
      "UPDATE sessions SET updated_at = now() - interval '2 days', expires_at = now() + interval '3 days'",
    )
    await browser.api('GET /api/session')
    const { rows } = await server.pool.query<{ days: number }>(
      'SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM sessions',
    )
    expect(rows).toEqual([{ days: 30 }])
    await server.pool.query("UPDATE sessions SET expires_at = now() - interval '1 second'")
    expect(await currentUser()).toBeNull()
  })

  test('a session in use ends 90 days after the sign-in', async () => {
    await browser.signIn('google', 'ada-marlow')
    await server.pool.query(
      "UPDATE sessions SET created_at = now() - interval '89 days', updated_at = now() - interval '2 days'",
    )
    await browser.api('GET /api/session')
    const { rows } = await server.pool.query<{ hours: number }>(
      'SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM sessions',
    )
    expect(rows).toEqual([{ hours: 24 }])
    await server.pool.query(
      "UPDATE sessions SET created_at = now() - interval '90 days', expires_at = now() + interval '9 days'",
    )
    expect(await currentUser()).toBeNull()
  })
})

describe("the library's own endpoints are closed (trap 5)", () => {
  test.each([
    ['POST', '/api/auth/get-access-token'],
    ['POST', '/api/auth/refresh-token'],
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/sign-in/social'],
    ['POST', '/api/auth/sign-up/email'],
    ['POST', '/api/auth/link-social'],
    ['GET', '/api/auth/get-session'],
    ['GET', '/api/auth/list-sessions'],
    ['POST', '/api/auth/delete-user'],
  ])('%s %s', async (method, path) => {
    await browser.signIn('google', 'ada-marlow')
    const body = JSON.stringify({ providerId: 'google', image: 'javascript:alert(1)' })
    const headers = { 'content-type': 'application/json' }
    const reply = await browser.send(path, { method, headers, ...(method === 'POST' && { body }) })
    expect(reply.status).toBe(404)
  })
})

test('sign-in is limited per address, whatever X-Forwarded-For says (trap 4)', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const reply = await browser.send('/api/sign-in/provider/google', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${attempt}` },
      body: '{}',
    })
    statuses.push(reply.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
})

test("a session records the socket's address, not one the client sends", async () => {
  const forger = createTestBrowser(server.origin, { 'x-wearabouts-address': '8.8.8.8' })
  await forger.signIn('google', 'ada-marlow')
  const { rows } = await server.pool.query('SELECT ip_address FROM sessions')
  expect(rows).toEqual([{ ip_address: '127.0.0.1' }])
})

test('warns if nobody can sign in', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const app = await startTestApp({ database: server.database, log, env: { TRUST_PROXY: '1' } })
  expect(lines.join('')).toContain('Nobody can sign in')
  await app.close()
})

test('before the start, sign-in answers that the server is starting', async () => {
  const signIn = createSignIn({
    store: createAccountsStore(server.pool),
    sessions: server.sessions,
    emailProof: createEmailProof(TEST_SECRET, false),
    tokens: createTokenCipher(TEST_SECRET),
    providers: [],
    demoPicker: createDemoPicker(TEST_SECRET, ['google']),
    email: 'off',
    log: server.log,
    secret: TEST_SECRET,
    publicUrl: null,
    languages: [],
  })
  const page = { origin: 'http://127.0.0.1', language: 'en' }
  const begun = signIn.beginSignIn('google', null, page)
  await expect(begun).rejects.toMatchObject({ status: 503 })
})
