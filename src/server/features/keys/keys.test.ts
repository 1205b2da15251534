import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_KEY_ERRORS } from '#shared/account-messages.ts'
import { API_KEYS } from '#shared/account-constants.ts'
import { type CallDefinition, parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import {
  isAllowed,
  type KeyScope,
  type Permission,
  PERMISSION_NAMES,
  READ_SCOPE,
  type Role,
  type SITE_SCOPES,
} from '#shared/contract/permissions.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let ada: SignedIn
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApp()
  ada = await signedIn(server, { invited: true, name: 'Ada' })
  admin = await signedIn(server, { admin: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM api_keys')
})

type KeyOptions = { scopes?: KeyScope[]; lifeDays?: 30 | null; name?: string }

const createKey = async (
  person: SignedIn,
  { scopes = ['browse', 'use-account'], lifeDays = 30, name = 'Script' }: KeyOptions = {},
) => (await person.api('POST /api/account/keys', { body: { name, scopes, lifeDays } })).data

const createSiteKey = async (scopes: (typeof SITE_SCOPES)[number][]) =>
  (await admin.api('POST /api/admin/keys', { body: { name: 'Robot', scopes, lifeDays: null } }))
    .data

/** As a program asks: no cookie and no Origin. */
const program =
  (secret: string | null, app: TestApp = server) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method,
      headers: {
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

const FAVORITES = '/saved-products.php'

describe('a key', () => {
  test('is shown once and stored as a hash', async () => {
    const { key, secret } = await createKey(ada)
    expect(secret).toMatch(/^wak_[\w-]{43}$/)
    expect(key.hint).toBe(secret.slice(-4))
    const listed = await ada.api('GET /api/account/keys')
    expect(listed.data.keys).toEqual([key])
    const stored = await server.pool.query('SELECT to_jsonb(k) AS row FROM api_keys k')
    expect(JSON.stringify(stored.rows)).not.toContain(secret)
    expect(JSON.stringify(listed)).not.toContain(secret)
  })

  test('posts without an Origin, which nobody else may', async () => {
    const { secret } = await createKey(ada)
    expect((await program(secret)('POST', FAVORITES, { uid: ada.uid })).status).toBe(200)
    expect((await program(null)('POST', FAVORITES, { uid: ada.uid })).status).toBe(403)
    expect(
      (await program(null)('POST', FAVORITES, { uid: ada.uid }, { cookie: ada.cookie })).status,
    ).toBe(403)
  })

  test.each([
    ['an unknown key', 'Bearer wak_unknown', 401],
    ['a credential of a proxy', 'Basic YWRhOmFkYQ==', 403],
    ['a token of somebody else', 'Bearer eyJhbGciOiJIUzI1NiJ9', 403],
    ['two keys', 'Bearer wak_a, Bearer wak_b', 403],
  ])('opens nothing to a cookie from another site with %s', async (_, authorization, status) => {
    const headers = { authorization, cookie: ada.cookie, origin: 'https://evil.example' }
    expect((await program(null)('POST', FAVORITES, { uid: ada.uid }, headers)).status).toBe(status)
  })

  test('counts instead of a cookie that comes with it', async () => {
    const { secret } = await createKey(ada)
    const reply = await program(secret)('GET', '/api/session', undefined, { cookie: admin.cookie })
    expect(await reply.json()).toMatchObject({ data: { user: { uid: ada.uid } } })
  })

  test('that may not use the account does not tell whose it is', async () => {
    const { secret } = await createKey(ada, { scopes: ['browse'] })
    expect(await (await program(secret)('GET', '/api/session')).json()).toMatchObject({
      data: { user: null },
    })
    expect((await program(secret)('POST', FAVORITES, { uid: ada.uid })).status).toBe(403)
  })

  test('does not do within a call what its scopes leave out', async () => {
    const board = (await admin.api('POST /api/boards', { body: { title: 'Coats' } })).data
    const share = async (scopes: KeyScope[], isPublic: boolean) =>
      (
        await program((await createKey(admin, { scopes })).secret)(
          'PUT',
          `/api/boards/${board.id}/share`,
          { until: null, isPublic },
        )
      ).status
    expect(await share(['use-account'], true)).toBe(403)
    expect(await share(['use-account'], false)).toBe(200)
    expect(await share(['use-account', 'publish-own'], true)).toBe(200)
  })

  test('that only reads has no other scope', async () => {
    await expect(createKey(ada, { scopes: ['use-account', READ_SCOPE] })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('ends at its expiry', async () => {
    const { secret, key } = await createKey(ada)
    expect(Date.parse(key.expiresAt ?? '') - Date.now()).toBeCloseTo(30 * 86_400_000, -5)
    await server.pool.query('UPDATE api_keys SET expires_at = now()')
    expect((await program(secret)('GET', '/api/session')).status).toBe(401)
    const { keys } = (await ada.api('GET /api/account/keys')).data
    expect(keys).toMatchObject([{ isExpired: true }])
  })

  test('is revoked at once on every server', async () => {
    const other = await startTestApp({ database: server.database })
    try {
      const { secret, key } = await createKey(ada)
      const statuses = async () => [
        (await program(secret)('POST', FAVORITES, { uid: ada.uid })).status,
        (await program(secret, other)('POST', FAVORITES, { uid: ada.uid })).status,
      ]
      expect(await statuses()).toEqual([200, 200])
      await ada.api('DELETE /api/account/keys/:id', { params: { id: key.id } })
      expect(await statuses()).toEqual([401, 401])
    } finally {
      await other.close()
    }
  })

  test('shows when it was last used', async () => {
    const { secret } = await createKey(ada)
    await program(secret)('GET', '/api/session')
    const { keys } = (await ada.api('GET /api/account/keys')).data
    expect(Date.now() - Date.parse(keys[0]?.lastUsedAt ?? '')).toBeLessThan(60_000)
  })

  test('ends with the account, and rests while it is suspended', async () => {
    const bea = await signedIn(server)
    const { secret } = await createKey(bea)
    const status = async () => (await program(secret)('GET', '/api/session')).status
    await server.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [bea.uid])
    expect(await status()).toBe(401)
    await server.pool.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [bea.uid])
    expect(await status()).toBe(200)
    await server.pool.query('DELETE FROM users WHERE id = $1', [bea.uid])
    expect(await status()).toBe(401)
  })

  test('loses what its user may no longer do', async () => {
    const cleo = await signedIn(server, { admin: true })
    const { secret } = await createKey(cleo, { scopes: ['administer'] })
    expect((await program(secret)('GET', '/api/admin/users')).status).toBe(200)
    await server.pool.query('UPDATE users SET is_admin = false WHERE id = $1', [cleo.uid])
    expect((await program(secret)('GET', '/api/admin/users')).status).toBe(403)
  })

  test('cannot be given more than its user may do', async () => {
    await expect(createKey(ada, { scopes: ['administer'] })).rejects.toMatchObject({ status: 403 })
  })

  test('cannot be made by an invite user, whose access ends after a day', async () => {
    const guest = await signedIn(server)
    await server.pool.query('UPDATE users SET is_invite_user = true WHERE id = $1', [guest.uid])
    await expect(createKey(guest)).rejects.toMatchObject({ status: 403 })
  })

  test('of somebody else can be neither seen nor revoked', async () => {
    const { key } = await createKey(ada)
    const bea = await signedIn(server)
    expect((await bea.api('GET /api/account/keys')).data.keys).toEqual([])
    const revoke = bea.api('DELETE /api/account/keys/:id', { params: { id: key.id } })
    await expect(revoke).rejects.toMatchObject({ status: 404 })
  })

  test('is one of a limited number', async () => {
    await server.pool.query(
      `INSERT INTO api_keys (user_id, name, secret_hash, hint, scopes)
       SELECT $1, 'k', sha256(i::text::bytea), 'hint', '{browse}' FROM generate_series(2, $2) i`,
      [ada.uid, API_KEYS.maxPerUser],
    )
    const results = await Promise.allSettled([createKey(ada), createKey(ada)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('appears in the export of its user, without its hash', async () => {
    await createKey(ada, { name: 'Nightly script' })
    const text = await (await ada.send('/api/account/export')).text()
    expect(text).toContain('Nightly script')
    expect(text).not.toContain('secret_hash')
  })
})

describe('limits', () => {
  test('of a key are its own and larger than those of people', async () => {
    const [first, second] = [await createKey(ada), await createKey(ada)]
    const count = (key: string, calls: number) =>
      server.pool.query(
        `INSERT INTO rate_limits (limit_name, caller, window_end, calls)
         VALUES ('upload', $1, now() + interval '1 hour', $2)
         ON CONFLICT (limit_name, caller) DO UPDATE SET calls = $2`,
        [key, calls],
      )
    const { calls } = RATE_LIMITS.upload
    const upload = async (secret: string) =>
      (await program(secret)('POST', '/image-local.php', {})).status
    const scoped = await createKey(ada, { scopes: ['add-products'] })
    await count(ada.uid, calls)
    expect(await upload(scoped.secret)).not.toBe(429)
    await count(`keys of ${ada.uid}`, calls * API_KEYS.limitFactor)
    expect(await upload(scoped.secret)).toBe(429)
    // All keys of a user together, so that nobody gets more by making more.
    await server.pool.query(
      `INSERT INTO rate_limits (limit_name, caller, window_end, calls)
       VALUES ('key', $1, now() + interval '1 minute', $2)
       ON CONFLICT (limit_name, caller) DO UPDATE SET calls = $2`,
      [`keys of ${ada.uid}`, RATE_LIMITS.key.calls],
    )
    for (const { secret } of [first, second])
      expect((await program(secret)('GET', '/api/session')).status).toBe(429)
    expect((await ada.send('/api/session')).status).toBe(200)
  })
})

describe('a key of the site', () => {
  test('administers without an account, and the audit log names it', async () => {
    const { secret, key } = await createSiteKey(['browse', 'administer'])
    const invite = await program(secret)('POST', '/api/admin/invites', {
      email: 'new@example.com',
      name: 'New',
    })
    expect(invite.status).toBe(200)
    const { rows } = await server.pool.query(
      'SELECT event, actor_name, subject_name, detail FROM audit_log ORDER BY id DESC LIMIT 2',
    )
    expect(rows).toMatchObject([
      { event: 'invitation-created', actor_name: 'Site key Robot' },
      { event: 'key-created', subject_name: 'Robot', detail: 'browse, administer' },
    ])
    await admin.api('DELETE /api/admin/keys/:id', { params: { id: key.id } })
    expect((await program(secret)('GET', '/api/admin/users')).status).toBe(401)
  })

  test('has no account to use', async () => {
    const { secret } = await createSiteKey(['browse', 'administer'])
    expect((await program(secret)('POST', FAVORITES, { uid: ada.uid })).status).toBe(403)
    const body = { name: 'R', scopes: ['use-account'], lifeDays: null }
    expect((await admin.sendJson('POST', '/api/admin/keys', body)).status).toBe(400)
  })
})

const calls = Object.entries(allCalls as Record<string, CallDefinition>)
const ROLE: Role = 'admin'

describe('every call', () => {
  const ask = async (secret: string, key: string) => {
    const { method, path, fixedQuery } = parseCallKey(key)
    const url = `${path.replaceAll(/:\w+/g, 'x')}?${fixedQuery.toString()}`
    const reply = await program(secret)(method, url, method === 'GET' ? undefined : {})
    await reply.body?.cancel()
    return reply.status
  }

  test('has a scope', () => {
    for (const [key, { permission }] of calls) expect(PERMISSION_NAMES, key).toContain(permission)
  })

  test('refuses a key without its scope', async () => {
    const keys = new Map<Permission, string>()
    for (const missing of PERMISSION_NAMES) {
      const scopes = PERMISSION_NAMES.filter((scope) => scope !== missing && isAllowed(ROLE, scope))
      keys.set(missing, (await createKey(admin, { scopes })).secret)
    }
    for (const [key, { permission }] of calls) {
      await server.pool.query('DELETE FROM rate_limits')
      if (isAllowed('visitor', permission)) continue
      expect(await ask(keys.get(permission) ?? '', key), key).toBe(403)
    }
  })

  test('admits a key with its scope, unless it is about signing in', async () => {
    const keys = new Map<Permission, string>()
    for (const scope of PERMISSION_NAMES)
      keys.set(scope, (await createKey(admin, { scopes: [scope] })).secret)
    for (const [key, { permission, callers, recentSignIn }] of calls) {
      await server.pool.query('DELETE FROM rate_limits')
      const status = await ask(keys.get(permission) ?? '', key)
      if (callers === 'browsers' || recentSignIn === true) expect(status, key).toBe(403)
      else expect([401, 403, 500], key).not.toContain(status)
    }
  })

  test('that may change something is refused to a key that only reads, in words', async () => {
    const { secret } = await createKey(admin, { scopes: ['browse', READ_SCOPE] })
    const readings: string[] = []
    for (const [key, { readsOnly }] of calls) {
      const { method, path, fixedQuery } = parseCallKey(key)
      if (method === 'GET') continue
      const url = `${path.replaceAll(/:\w+/g, 'x')}?${fixedQuery.toString()}`
      const reply = await program(secret)(method, url, {})
      const { message } = (await reply.json()) as { message?: string }
      if (readsOnly) readings.push(key)
      else expect([reply.status, message], key).toEqual([403, API_KEY_ERRORS.readOnly])
    }
    expect(readings.toSorted()).toEqual([
      'POST /api/mcp',
      'POST /my-products.php',
      'POST /saved-products.php',
    ])
  })

  test('that reads the account, and no other, is open to a key that only reads', async () => {
    const { secret } = await createKey(admin, { scopes: ['browse', READ_SCOPE] })
    for (const [key, { permission, callers }] of calls) {
      await server.pool.query('DELETE FROM rate_limits')
      if (!key.startsWith('GET ') || callers === 'browsers') continue
      const isOpen = permission === 'use-account' || isAllowed('visitor', permission)
      expect((await ask(secret, key)) === 403, key).toBe(!isOpen)
    }
  })

  test('about signing in, keys or the account is for browsers', () => {
    const paths = /^\/api\/(sign-in|sign-out|auth|account|setup|admin\/keys)\b/
    const open = calls.filter(
      ([key, { callers, recentSignIn }]) =>
        paths.test(parseCallKey(key).path) && callers !== 'browsers' && recentSignIn !== true,
    )
    expect(open.map(([key]) => key)).toEqual(['GET /api/sign-in/providers'])
  })
})

test('a key never replaces the catalogue, which needs a recent sign-in', async () => {
  const { secret } = await createKey(admin, { scopes: ['administer'] })
  const begin = (replace: boolean) =>
    program(secret)('POST', '/api/admin/imports', { name: 'a.csv', bytes: 10, replace })
  expect((await begin(false)).status).toBe(200)
  expect((await begin(true)).status).toBe(403)
})
