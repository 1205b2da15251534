import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser, type TestBrowser } from '#tests/support/test-browser.ts'

/** What Google and Facebook answer, in place of the network. */
const ISSUER = 'https://accounts.google.com'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const signed = (claims: object) => {
  const text = `${encode({ alg: 'RS256', kid: 'k' })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

let server: TestApp
let browser: TestBrowser
/** Of the departure that the token endpoint answers for. */
let departure: URL
let lie: Record<string, unknown>
let sentToken: URLSearchParams
const realFetch = globalThis.fetch

const idToken = () => {
  const now = Math.floor(Date.now() / 1000)
  const nonce = departure.searchParams.get('nonce')
  return signed({ iss: ISSUER, aud: 'google-id', sub: '1', iat: now, exp: now + 60, nonce, ...lie })
}
const graphMe = () => ({
  id: '218471',
  name: 'Ada Marlow',
  email: 'ada@example.com',
  picture: { data: { url: 'https://scontent.fbcdn.net/ada.jpg' } },
  ...lie,
})

const ANSWERS: Record<string, () => object> = {
  'accounts.google.com/.well-known/openid-configuration': () => ({
    issuer: ISSUER,
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    id_token_signing_alg_values_supported: ['RS256'],
  }),
  'www.googleapis.com/oauth2/v3/certs': () => ({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }],
  }),
  'oauth2.googleapis.com/token': () => ({
    access_token: 'google-token',
    token_type: 'Bearer',
    id_token: idToken(),
  }),
  'openidconnect.googleapis.com/v1/userinfo': () => ({
    sub: '1',
    name: 'Ada Marlow',
    picture: 'https://lh3.googleusercontent.com/a/ada=s96-c',
    email: 'ada@example.com',
    email_verified: true,
  }),
  'graph.facebook.com/v24.0/oauth/access_token': () => ({
    access_token: 'EAAB-facebook-token',
    token_type: 'bearer',
    expires_in: 5_183_944,
  }),
  'graph.facebook.com/v24.0/me': graphMe,
}

beforeAll(async () => {
  server = await startTestApp({
    env: {
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      FACEBOOK_CLIENT_ID: 'facebook-id',
      FACEBOOK_CLIENT_SECRET: 'facebook-secret',
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM users')
  browser = createTestBrowser(server.origin)
  lie = {}
  vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
    const url = new URL(address instanceof Request ? address.url : address)
    if (url.hostname === '127.0.0.1') return realFetch(address, init)
    if (init?.body instanceof URLSearchParams) sentToken = init.body
    const answer = ANSWERS[url.hostname + url.pathname]
    return answer ? Response.json(answer()) : new Response(null, { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const begin = async (provider: 'google' | 'facebook') => {
  const { data } = await browser.api('POST /api/sign-in/provider/:provider', {
    params: { provider },
    body: {},
  })
  departure = new URL(data.url)
  return Object.fromEntries(departure.searchParams)
}
/** The browser comes back from the provider. */
const comeBack = async (provider: 'google' | 'facebook', query: Record<string, string> = {}) => {
  const state = departure.searchParams.get('state') ?? ''
  const search = new URLSearchParams({ code: 'a-code', state, ...query })
  const reply = await browser.send(`/api/auth/callback/${provider}?${search.toString()}`)
  return reply.headers.get('location')
}
const signIn = async (provider: 'google' | 'facebook') => {
  await begin(provider)
  return comeBack(provider)
}
const currentUser = async () => (await browser.api('GET /api/session')).data.user
const accounts = async () =>
  (await server.pool.query<Record<string, string | null>>('SELECT * FROM accounts')).rows

describe('Google', () => {
  test('is left for with code, PKCE, state and nonce, and a choice of account', async () => {
    expect(await begin('google')).toMatchObject({
      client_id: 'google-id',
      response_type: 'code',
      scope: 'openid profile email',
      prompt: 'select_account',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/.{40,}/),
      redirect_uri: `${server.origin}/api/auth/callback/google`,
    })
    expect(departure.origin + departure.pathname).toBe(
      'https://accounts.google.com/o/oauth2/v2/auth',
    )
  })

  test('signs in somebody whose email it has verified, and none of its tokens is kept', async () => {
    await begin('google')
    expect(await comeBack('google', { iss: ISSUER, scope: 'openid' })).toBe(
      '/profile#saved-products',
    )
    expect(await currentUser()).toMatchObject({ email: 'ada@example.com', provider: 'google' })
    expect(await accounts()).toMatchObject([
      { provider_id: 'google', account_id: '1', access_token: null, refresh_token: null },
    ])
    const { rows } = await server.pool.query('SELECT email_verified, image FROM users')
    expect(rows).toEqual([
      { email_verified: true, image: 'https://lh3.googleusercontent.com/a/ada=s96-c' },
    ])
  })

  test.each([{ nonce: 'replayed' }, { aud: 'somebody-else' }, { iss: 'https://x.example' }])(
    'is not believed with the claim %j',
    async (claims) => {
      lie = claims
      expect(await signIn('google')).toBe('/login?error=invalid_code&provider=google')
      expect(await currentUser()).toBeNull()
    },
  )
})

describe('Facebook', () => {
  test('is left for with code, PKCE and state', async () => {
    const query = await begin('facebook')
    expect(departure.origin + departure.pathname).toBe(
      'https://www.facebook.com/v24.0/dialog/oauth',
    )
    expect(query).toMatchObject({
      client_id: 'facebook-id',
      scope: 'email public_profile',
      code_challenge_method: 'S256',
      redirect_uri: `${server.origin}/api/auth/callback/facebook`,
    })
    await comeBack('facebook')
    expect(Object.fromEntries(sentToken)).toMatchObject({
      client_id: 'facebook-id',
      client_secret: 'facebook-secret',
      code: 'a-code',
    })
    const verifier = sentToken.get('code_verifier') ?? ''
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query['code_challenge'])
  })

  test('signs in, but its emails prove nothing', async () => {
    expect(await signIn('facebook')).toBe('/profile#saved-products')
    expect(await currentUser()).toMatchObject({
      displayName: 'Ada Marlow',
      email: 'ada@example.com',
      provider: 'facebook',
    })
    const { rows } = await server.pool.query('SELECT email_verified FROM users')
    expect(rows).toEqual([{ email_verified: false }])
  })

  test('tokens are encrypted, the id_token is dropped', async () => {
    await signIn('facebook')
    await signIn('facebook')
    const rows = await accounts()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['id_token']).toBeNull()
    expect(rows[0]?.['access_token']).toMatch(/^\$?[\w:$-]{60,}/)
    const { rows: user } = await server.pool.query<{ last_login_at: Date | null }>(
      'SELECT last_login_at FROM users',
    )
    expect(user[0]?.last_login_at).toBeInstanceOf(Date)
  })

  test('asks for the password again when somebody confirms who they are', async () => {
    await signIn('facebook')
    await server.pool.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour'")
    const { data } = await browser.api('POST /api/account/confirm', { query: {} })
    departure = new URL(data?.url ?? '')
    expect(departure.searchParams.get('auth_type')).toBe('reauthenticate')
    lie = { id: '999' }
    expect(await comeBack('facebook')).toBe('/account-settings?error=not-confirmed')
    departure = new URL(
      (await browser.api('POST /api/account/confirm', { query: {} })).data?.url ?? '',
    )
    lie = {}
    expect(await comeBack('facebook')).toBe('/account-settings')
    expect((await browser.api('POST /api/account/confirm', { query: {} })).data).toBeNull()
  })

  test('with a profile that cannot be read signs nobody in', async () => {
    lie = { id: null }
    expect(await signIn('facebook')).toBe('/login?error=invalid_code&provider=facebook')
    expect(await accounts()).toEqual([])
  })
})

describe('a callback', () => {
  test('with the state of another sign-in is refused, and so is one without', async () => {
    for (const state of ['made-up', '']) {
      await begin('facebook')
      expect(await comeBack('facebook', { state })).toBe(
        '/login?error=state_mismatch&provider=facebook',
      )
    }
    expect(await currentUser()).toBeNull()
  })

  test('of another provider than the one that was left for is refused', async () => {
    await begin('google')
    expect(await comeBack('facebook')).toBe('/login?error=state_mismatch&provider=facebook')
  })

  test('gives the browser a new session and ends its earlier one', async () => {
    await signIn('facebook')
    const planted = browser.jar.get('wearabouts.session_token')?.value
    await signIn('facebook')
    expect(browser.jar.get('wearabouts.session_token')?.value).not.toBe(planted)
    const { rowCount } = await server.pool.query('SELECT FROM sessions')
    expect(rowCount).toBe(1)
  })

  test('never shows what the provider says as a reason', async () => {
    await begin('google')
    expect(await comeBack('google', { error: '<script>alert(1)</script>' })).toBe(
      '/login?error=unknown&provider=google',
    )
  })
})
