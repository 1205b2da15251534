import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { securityHeadersFor } from './security.ts'

const PUBLIC_URL = 'https://wear.example'

let app: TestApp
let person: Person
let cookie: string
beforeAll(async () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  app = await startTestApp({ env: { PUBLIC_URL, ...google } })
  person = await insertPerson(app.pool, TEST_SECRET)
  // Over https the cookie has another name.
  cookie = `__Host-${person.cookie}`
})
afterAll(() => app.close())

const rename = async (headers: Record<string, string>) => {
  const reply = await app.app.request(`${PUBLIC_URL}/api/account`, {
    method: 'PATCH',
    body: JSON.stringify({ displayName: 'Ada' }),
    headers: { cookie, 'content-type': 'application/json', ...headers },
  })
  return reply.status
}

describe('a request that changes something', () => {
  test.each<[string, Record<string, string>]>([
    ['our own origin', { origin: PUBLIC_URL }],
    ['the browser’s word that it is our own', { 'sec-fetch-site': 'same-origin' }],
  ])('is accepted with %s', async (_, headers) => {
    expect(await rename(headers)).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['without an origin', {}],
    ['from another site', { origin: 'https://evil.example' }],
    ['from a site whose name begins like ours', { origin: `${PUBLIC_URL}.evil.example` }],
    ['from our name over http', { origin: 'http://wear.example' }],
    ['from another port', { origin: `${PUBLIC_URL}:8443` }],
    ['from a sandboxed page', { origin: 'null' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['from a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['from another site, says the browser', { 'sec-fetch-site': 'cross-site' }],
    [
      'from another site that claims to be ours',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('is refused %s', async (_, headers) => {
    expect(await rename(headers)).toBe(403)
  })
})

describe('over https', () => {
  test('sign-in sets only Secure cookies of this host', async () => {
    const reply = await app.app.request(`${PUBLIC_URL}/api/sign-in/provider/google`, {
      method: 'POST',
      body: '{}',
      headers: { origin: PUBLIC_URL, 'content-type': 'application/json' },
    })
    expect(reply.status).toBe(200)
    const cookies = reply.headers.getSetCookie()
    expect(cookies).not.toEqual([])
    for (const line of cookies) {
      expect(line).toMatch(/^__Host-wearabouts\./)
      expect(line.toLowerCase().split('; ')).toEqual(
        expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=lax']),
      )
      expect(line).not.toMatch(/domain=/i)
    }
  })

  test('a session under the old cookie name goes on under the new one', async () => {
    const headers = { cookie: `__Secure-${person.cookie}` }
    const reply = await app.app.request(`${PUBLIC_URL}/api/session`, { headers })
    expect(await reply.json()).toMatchObject({ data: { user: { uid: person.uid } } })
    const [renamed = ''] = reply.headers.getSetCookie()
    expect(renamed.startsWith(`${cookie}; Max-Age=86`)).toBe(true)
    const again = await app.app.request(`${PUBLIC_URL}/api/session`, { headers: { cookie } })
    expect(again.headers.getSetCookie()).toEqual([])
  })
})

describe('security headers', () => {
  const policyOf = (headers: Record<string, string>) =>
    new Map(
      (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')]
      }),
    )

  test('allow only what pages need', () => {
    expect(Object.fromEntries(policyOf(securityHeadersFor(PUBLIC_URL)))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
  })

  test('require https only if the site has it', () => {
    const name = 'strict-transport-security'
    expect(securityHeadersFor(PUBLIC_URL)[name]).toMatch(/^max-age=31536000/)
    expect(securityHeadersFor('http://localhost:3000')).not.toHaveProperty(name)
  })

  test('are on pages, calls, errors and files', async () => {
    const names = Object.keys(securityHeadersFor(PUBLIC_URL))
    for (const path of ['/healthz', '/api/home', '/api/home', '/media/none.jpg', '/nothing']) {
      const { headers } = await app.app.request(PUBLIC_URL + path)
      expect(names.filter((name) => !headers.has(name))).toEqual([])
    }
  })

  test('are on a health check, which bypasses the framework and answers as it would', async () => {
    const made = await app.app.request(`${PUBLIC_URL}/healthz`)
    for (const path of ['/healthz', '/healthz?from=balancer']) {
      const sent = await fetch(app.origin + path)
      expect(sent.status).toBe(made.status)
      expect(await sent.json()).toEqual({ status: 'ok' })
      const ofNode = new Set(['connection', 'content-length', 'date', 'keep-alive'])
      const ofApp = [...sent.headers].filter(([name]) => !ofNode.has(name))
      const unlike = ([name]: [string, string]) => name !== 'x-request-id'
      expect(ofApp.filter(unlike)).toEqual([...made.headers].filter(unlike))
      expect(sent.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect((await fetch(`${app.origin}/healthz`, { method: 'HEAD' })).status).toBe(200)
  })
})
