import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'

/** Rows and a cookie exactly as version 0.1 wrote them with better-auth 1.7.7 and the tests' secret. */
const UID = 'omtUbu03Zd6Gr02wCRIw0skQcvriChYD'
const TOKEN = 'gMyCqlj9saUMqUJhTehpBcQUEjIML5NG'
const COOKIE = `wearabouts.session_token=${TOKEN}.Tt%2FsM24ZGOt9cYgeGZeTZRwyQwtr2WnRFN2ZyDh63Dk%3D`
const FACEBOOK_TOKEN = '4yIf1d4_EFb5S0jV9Mbgbc64czAfkyiYLJ51VIeLylW'
const ROWS = `
  INSERT INTO users (id, name, email, email_verified, image, last_login_at)
  VALUES ('${UID}', 'Ada Marlow', 'ada@example.com', true,
          'http://127.0.0.1:37543/local-identity/portraits/ada-marlow', now());
  INSERT INTO accounts (id, account_id, provider_id, user_id, access_token, access_token_expires_at, scope, created_at)
  VALUES ('TZP0VBFu5s4ToTIFVNERGNk2GSaLz1zk', 'ada-marlow', 'google', '${UID}',
          'fa85fae9a08f15f4658e2a0bfeeda5a61cbe2222a1272f347ea196aaa44d72c49b6fbb51e28a983df9386c3d0c5e0c3c02619c8e46c9d5166ffd5d7b10429102a0d3850c1072b8429a44fe3b21cab0b000b751',
          now() + interval '1 hour', 'openid,profile,email', now() - interval '1 day'),
         ('n4wfIpb3DxNPAzlO2SmvYkC3WglFtEmD', 'bela-ortiz', 'facebook', '${UID}',
          'daacf5d347c73050bddec588d91e8f9af58540ee8a1f79073e926fc4128d7b9743bdcc3b8513bebc3f42665410a8204ea80c4b9ec62c64e17bcad614cb7b1ac6b3b2fb5266706a4e8ff946070769e825c4fbb6',
          now() + interval '1 hour', 'openid,profile,email', now());
  INSERT INTO sessions (id, token, user_id, provider, expires_at, ip_address, user_agent)
  VALUES ('b56zpKfMoM057KmbW3hk1WskDEcrLsfw', '${TOKEN}', '${UID}', 'facebook',
          now() + interval '30 days', '127.0.0.1', 'node')`

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
  await server.pool.query(ROWS)
})
afterAll(() => server.close())

test('somebody who was signed in before the upgrade still is', async () => {
  const reply = await fetch(`${server.origin}/api/session`, { headers: { cookie: COOKIE } })
  expect(await reply.json()).toMatchObject({
    data: { user: { uid: UID, displayName: 'Ada Marlow', provider: 'facebook' } },
  })
})

test.each([
  ['google', 'ada-marlow'],
  ['facebook', 'bela-ortiz'],
] as const)('an account linked with %s leads to its user', async (provider, person) => {
  const browser = createTestBrowser(server.origin)
  expect(await browser.signIn(provider, person)).toBe('/profile#saved-products')
  const { data } = await browser.api('GET /api/session')
  expect(data.user).toMatchObject({ uid: UID, email: 'ada@example.com', provider })
  expect((await browser.api('GET /api/account/providers')).data.linked).toEqual([
    'google',
    'facebook',
  ])
})

test('the stored Facebook token still fetches the profile picture', async () => {
  await server.pool.query('DELETE FROM users')
  await server.pool.query(ROWS)
  const app = await startTestApp({
    database: server.database,
    env: { FACEBOOK_CLIENT_ID: 'id', FACEBOOK_CLIENT_SECRET: 'secret' },
  })
  const asked: URL[] = []
  const { fetch: realFetch } = globalThis
  vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
    const url = new URL(address instanceof Request ? address.url : address)
    if (url.hostname === '127.0.0.1') return realFetch(address, init)
    asked.push(url)
    return Response.json({})
  })
  await fetch(`${app.origin}/api/account/refresh-image`, {
    method: 'POST',
    headers: { cookie: COOKIE, origin: app.origin },
  })
  vi.unstubAllGlobals()
  await app.close()
  expect(asked[0]?.hostname).toBe('graph.facebook.com')
  expect(asked[0]?.searchParams.get('access_token')).toBe(FACEBOOK_TOKEN)
})
