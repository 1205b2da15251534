import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminUser } from '#shared/contract/admin-users.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  startOpenIdProvider,
  type OpenIdProvider,
  type Orders,
} from '#tests/support/openid-provider.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser, type TestBrowser } from '#tests/support/test-browser.ts'

const ADA = { name: 'Ada Marlow', email: 'Ada@example.com', email_verified: true }
const BO = { preferred_username: 'bo', email: 'bo@example.com', email_verified: true }

let provider: OpenIdProvider
let server: TestApp
let browser: TestBrowser
beforeAll(async () => {
  provider = await startOpenIdProvider()
  server = await startTestApp({ env: provider.settings })
}, 120_000)
afterAll(async () => {
  provider.stop()
  await server.close()
})
const order = (orders: Partial<Orders>) =>
  provider.order({ people: { ada: ADA, bo: BO }, origin: server.origin, ...orders })
beforeEach(async () => {
  for (const table of ['rate_limits', 'audit_log', 'users'])
    await server.pool.query(`DELETE FROM ${table}`)
  browser = createTestBrowser(server.origin)
  await order({})
})

const NO_CHANGE = '/profile#saved-products'

/** The provider's pages submit themselves when another person signs in. */
const submitForm = (of: TestBrowser, url: string, page: string) => {
  const action = /action="(.*?)"/.exec(page)?.[1]
  if (!action) throw new Error(`${url} has no form: ${page}`)
  const fields = [...page.matchAll(/name="(.*?)" value="(.*?)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
  body.set('logout', 'yes')
  return of.send(action, { method: 'POST', body })
}

/** Where the provider's redirects and its login form lead; the last address is ours. */
const visit = async (of: TestBrowser, departure: string, login: string) => {
  let [url, response] = [departure, await of.send(departure)]
  for (;;) {
    const location = response.headers.get('location')
    if (location) {
      url = new URL(location, url).href
      const isOurs = url.startsWith(`${server.origin}/`)
      if (isOurs && !url.startsWith(`${server.origin}/api/`)) return url.replace(server.origin, '')
      response = await of.send(url)
    } else if (url.includes('/interaction/'))
      response = await of.send(url, { method: 'POST', body: new URLSearchParams({ login }) })
    else response = await submitForm(of, url, await response.text())
  }
}
const begin = async (of = browser) =>
  (
    await of.api('POST /api/sign-in/provider/:provider', {
      params: { provider: 'oidc' },
      body: {},
    })
  ).data.url
const signIn = async (login = 'ada', of = browser) => visit(of, await begin(of), login)
const currentUser = async (of = browser) => (await of.api('GET /api/session')).data.user
const uidOf = async (of = browser) => (await currentUser(of))?.uid

test('offers the provider under its label, after those of the specification', async () => {
  const { data } = await browser.api('GET /api/sign-in/providers')
  expect(data.providers.map(({ id, label }) => [id, label])).toEqual([
    ['google', 'Google'],
    ['facebook', 'Facebook'],
    ['oidc', 'Our company'],
  ])
})

test('signs in with code, PKCE, state and nonce, and keeps no token', async () => {
  const departure = new URL(await begin())
  expect(departure.href).toContain(`${provider.issuer}/auth?`)
  expect(Object.fromEntries(departure.searchParams)).toMatchObject({
    client_id: 'wearabouts',
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/.{20,}/),
    nonce: expect.stringMatching(/.{20,}/),
    redirect_uri: `${server.origin}/api/auth/callback/oidc`,
  })
  expect(await visit(browser, departure.href, 'ada')).toBe(NO_CHANGE)
  expect(await currentUser()).toMatchObject({
    displayName: 'Ada Marlow',
    email: 'ada@example.com',
    provider: 'oidc',
    isAdmin: false,
    hasInviteCode: false,
  })
  const { rows } = await server.pool.query('SELECT * FROM accounts')
  expect(rows).toMatchObject([
    { provider_id: 'oidc', account_id: 'ada', access_token: null, refresh_token: null },
  ])
})

test('a name that is missing comes from preferred_username', async () => {
  await signIn('bo')
  expect((await currentUser())?.displayName).toBe('bo')
})

test('accepts a rotated key at once', async () => {
  await signIn()
  const uid = await uidOf()
  await order({ rotate: true })
  const other = createTestBrowser(server.origin)
  expect(await signIn('ada', other)).toBe(NO_CHANGE)
  expect(await uidOf(other)).toBe(uid)
})

describe('the clock of the provider', () => {
  // Its tokens are valid for a minute.
  test.each([
    [-90_000, true],
    [45_000, true],
    [-150_000, false],
  ])('may be off by %i ms: %s', async (clockMs, isAccepted) => {
    await order({ clockMs })
    expect(await signIn()).toBe(isAccepted ? NO_CHANGE : '/login?error=invalid_code&provider=oidc')
    expect(await currentUser()).toEqual(isAccepted ? expect.anything() : null)
  })
})

describe('refuses a token', () => {
  const claims = (lie: Record<string, unknown>) => ({ token: { claims: lie } })
  test.each<[string, Partial<Orders>]>([
    ['of another issuer', claims({ iss: 'https://elsewhere.example' })],
    ['for another client', claims({ aud: 'somebody-else' })],
    ['for several clients without saying for whom', claims({ aud: ['wearabouts', 'other'] })],
    ['with the nonce of another sign-in', claims({ nonce: 'replayed' })],
    ['without a nonce', claims({ nonce: null })],
    ['that has expired', claims({ exp: 1_700_000_000 })],
    ['that is not valid yet', claims({ nbf: 4_000_000_000 })],
    ['without a subject', claims({ sub: null })],
    ['with a signature of another key', { token: { by: 'stranger' } }],
    ['without a signature', { token: { by: 'nobody' } }],
    ['that is missing', { token: { by: 'missing' } }],
    ['if the profile is of somebody else', { subject: 'bo' }],
    [
      'if the provider now calls itself differently',
      { discovery: { issuer: 'https://x.example' } },
    ],
  ])('%s', async (_, lie) => {
    const departure = await begin()
    await order(lie)
    expect(await visit(browser, departure, 'ada')).toBe('/login?error=invalid_code&provider=oidc')
    expect(await currentUser()).toBeNull()
    const { rowCount } = await server.pool.query('SELECT FROM users')
    expect(rowCount).toBe(0)
  })
})

describe('a callback', () => {
  /** The address that the provider sends the browser back to, not yet visited. */
  const callback = async () => {
    const [departure, caught] = [await begin(), [] as string[]]
    const send = async (url: string, init?: RequestInit) => {
      if (!url.includes('/api/auth/callback/')) return browser.send(url, init)
      caught.push(url)
      return new Response(null, { status: 302, headers: { location: `${server.origin}/caught` } })
    }
    await visit({ ...browser, send }, departure, 'ada')
    return caught[0] ?? ''
  }
  const open = async (url: string, of = browser) =>
    (await of.send(url)).headers.get('location')?.replace(server.origin, '')

  test('works once', async () => {
    const url = await callback()
    expect(await open(url)).toBe(NO_CHANGE)
    await browser.api('POST /api/sign-out')
    expect(await open(url)).toContain('/login?error=')
    expect(await currentUser()).toBeNull()
  })

  test('works only in the browser that began', async () => {
    const stranger = createTestBrowser(server.origin)
    expect(await open(await callback(), stranger)).toContain('/login?error=')
    expect(await currentUser(stranger)).toBeNull()
  })

  test('from another issuer is refused', async () => {
    const url = new URL(await callback())
    url.searchParams.set('iss', 'https://elsewhere.example')
    expect(await open(url.href)).toContain('/login?error=')
    expect(await currentUser()).toBeNull()
  })
})

describe('an email', () => {
  test('that the provider has not verified opens no account and takes over no invitation', async () => {
    await server.pool.query(
      "INSERT INTO users (id, name, email, is_invite_user) VALUES ('i', 'I', 'ada@example.com', true)",
    )
    await order({ people: { ada: { ...ADA, email_verified: undefined } } })
    expect(await signIn()).toBe('/login?error=account-exists-with-invitation&provider=oidc')
    await order({})
    expect(await signIn()).toBe(NO_CHANGE)
    expect(await uidOf()).toBe('i')
  })

  test('of another account is a conflict in both directions, never a merge', async () => {
    await signIn()
    const google = createTestBrowser(server.origin)
    expect(await google.signIn('google', 'ada-marlow')).toBe(
      '/login?error=account-exists-with-oidc&provider=google',
    )
    await server.pool.query('DELETE FROM users')
    await google.signIn('google', 'ada-marlow')
    expect(await signIn()).toBe('/login?error=account-exists-with-google&provider=oidc')
  })

  test('that changes leaves the account with its subject', async () => {
    await signIn()
    const uid = await uidOf()
    await order({ people: { ada: { ...ADA, email: 'new@example.com' }, eve: ADA } })
    expect(await signIn()).toBe(NO_CHANGE)
    expect(await uidOf()).toBe(uid)
    // Whoever has the address now is somebody else.
    const other = createTestBrowser(server.origin)
    expect(await signIn('eve', other)).toBe('/login?error=account-exists-with-oidc&provider=oidc')
  })
})

describe('the role claim', () => {
  const people = (ada: unknown, bo: unknown) => ({
    people: { ada: { ...ADA, roles: ada }, bo: { ...BO, roles: bo } },
  })
  const roleOf = async (login: string) => {
    const of = createTestBrowser(server.origin)
    await signIn(login, of)
    const user = await currentUser(of)
    if (user?.isAdmin) return 'admin' satisfies AdminUser['role']
    return user?.hasInviteCode ? 'invited' : 'user'
  }
  const audited = async () =>
    (
      await server.pool.query<{ event: string }>('SELECT event FROM audit_log ORDER BY id')
    ).rows.map(({ event }) => event)

  test.each([
    ['admin', 'admin'],
    [['staff', 'invited'], 'invited'],
    [['Admin', 'administrator'], 'user'],
    [{ admin: true }, 'user'],
    [undefined, 'user'],
  ])('%j makes %s', async (roles, role) => {
    await order(people(roles, undefined))
    expect(await roleOf('ada')).toBe(role)
    expect(await audited()).toEqual(role === 'user' ? [] : ['role-changed-by-provider'])
  })

  test('takes back what it gave, but never from the last administrator, and says so', async () => {
    await order(people(['admin'], ['admin']))
    expect([await roleOf('ada'), await roleOf('bo')]).toEqual(['admin', 'admin'])
    await order(people([], ['invited']))
    expect(await roleOf('ada')).toBe('user')
    expect(await roleOf('bo')).toBe('admin')
    expect((await audited()).slice(2)).toEqual([
      'role-changed-by-provider',
      'last-admin-kept-although-provider-disagrees',
    ])
    await order(people('admin', ['invited']))
    expect(await roleOf('ada')).toBe('admin')
    expect(await roleOf('bo')).toBe('invited')
  })

  test('takes back nothing that somebody here gave', async () => {
    await signIn()
    await server.pool.query('UPDATE users SET is_admin = true, invited_at = now()')
    expect(await roleOf('bo')).toBe('user')
    expect(await roleOf('ada')).toBe('admin')
    expect(await audited()).toEqual([])
  })

  test('keeps one of two administrators who lose it at once', async () => {
    await order(people(['admin'], ['admin']))
    await Promise.all([roleOf('ada'), roleOf('bo')])
    await order(people([], []))
    const left = await Promise.all([roleOf('ada'), roleOf('bo')])
    expect(left.toSorted()).toEqual(['admin', 'user'])
  })
})

test('signing out leads to the provider, which ends its session and leads back', async () => {
  await signIn()
  const { data } = await browser.api('POST /api/sign-out')
  expect(data?.url).toContain(`${provider.issuer}/session/end?`)
  expect(await visit(browser, data?.url ?? '', '')).toBe('/')
  // Nobody is remembered there: it asks who signs in.
  expect(await signIn('bo')).toBe(NO_CHANGE)
  expect((await currentUser())?.email).toBe('bo@example.com')
})

test('a session of another provider ends only here', async () => {
  await browser.signIn('google', 'ada-marlow')
  expect((await browser.api('POST /api/sign-out')).data).toBeNull()
})

describe('in Account Settings', () => {
  const link = async () =>
    (await browser.api('POST /api/account/providers/:provider', { params: { provider: 'oidc' } }))
      .data.url

  test('is linked, confirms who one is by asking again, and is unlinked', async () => {
    await browser.signIn('google', 'ada-marlow')
    const uid = await uidOf()
    expect(await visit(browser, await link(), 'bo')).toBe('/account-settings')
    const other = createTestBrowser(server.origin)
    await signIn('bo', other)
    expect(await uidOf(other)).toBe(uid)

    await server.pool.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour'")
    const { data } = await other.api('POST /api/account/confirm', { query: {} })
    expect(data?.provider).toBe('oidc')
    expect(new URL(data?.url ?? '').searchParams.get('prompt')).toBe('login')
    expect(await visit(other, data?.url ?? '', 'ada')).toBe('/account-settings?error=not-confirmed')
    const again = await other.api('POST /api/account/confirm', { query: {} })
    expect(await visit(other, again.data?.url ?? '', 'bo')).toBe('/account-settings')
    expect((await other.api('POST /api/account/confirm', { query: {} })).data).toBeNull()

    await other.api('DELETE /api/account/providers/:provider', { params: { provider: 'oidc' } })
    expect((await browser.api('GET /api/account/providers')).data.linked).toEqual(['google'])
  })

  test("somebody else's account is refused", async () => {
    await signIn('bo', createTestBrowser(server.origin))
    await browser.signIn('google', 'ada-marlow')
    expect(await visit(browser, await link(), 'bo')).toBe(
      '/account-settings?error=account-linking-failed',
    )
  })
})

describe('at the start (trap 7)', () => {
  const start = (env: Record<string, string>, log?: Parameters<typeof startTestApp>[0]) =>
    startTestApp({ database: server.database, env: { ...provider.settings, ...env }, ...log })

  test('a provider that is another one stops the server', async () => {
    await order({ discovery: { issuer: 'https://id.example/' } })
    await expect(start({})).rejects.toThrow(
      'OIDC_ISSUER must be https://id.example/, as the provider says',
    )
    await expect(start({ OIDC_ISSUER: `${provider.issuer}/nothing` })).rejects.toThrow(
      'OIDC_ISSUER must lead to an OpenID provider',
    )
  })

  test('a provider that is down stops only the sign-in there', async () => {
    const app = await start({ OIDC_ISSUER: 'http://127.0.0.1:1' })
    const visitor = createTestBrowser(app.origin)
    await expect(begin(visitor)).rejects.toMatchObject({
      status: 503,
      message: 'The sign-in provider does not answer. Please try again later.',
    })
    expect(await visitor.signIn('google', 'ada-marlow')).toBe(NO_CHANGE)
    await eventually(() => app.close())
  })
})
