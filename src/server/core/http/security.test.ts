import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pino from 'pino'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { buildSecurityHeaders } from './security.ts'

describe('headers and origins', () => {
  const PUBLIC_URL = 'https://wear.example'

  let app: TestApp
  let person: Person
  let cookie: string
  beforeAll(async () => {
    // Unlike Google's, its endpoints are known without asking it.
    const facebook = { FACEBOOK_CLIENT_ID: 'id', FACEBOOK_CLIENT_SECRET: 'secret' }
    app = await startTestApp({ env: { PUBLIC_URL, ...facebook } })
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
      const reply = await app.app.request(`${PUBLIC_URL}/api/sign-in/provider/facebook`, {
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
      expect(Object.fromEntries(policyOf(buildSecurityHeaders(PUBLIC_URL)))).toEqual({
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
      expect(buildSecurityHeaders(PUBLIC_URL)[name]).toMatch(/^max-age=31536000/)
      expect(buildSecurityHeaders('http://localhost:3000')).not.toHaveProperty(name)
    })

    test('are on pages, calls, errors and files', async () => {
      const names = Object.keys(buildSecurityHeaders(PUBLIC_URL))
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
})

describe('hosts', () => {
  const PUBLIC_URL = 'https://wear.example'

  let local: TestApp
  let published: TestApp
  const logged: string[] = []
  beforeAll(async () => {
    local = await startTestApp({ log: pino({}, { write: (line) => void logged.push(line) }) })
    published = await startTestApp({ env: { PUBLIC_URL } })
  })
  afterAll(async () => {
    await local.close()
    await published.close()
  })

  /** Sends a request byte for byte; `fetch` cannot send these headers. */
  const send = async ({ origin }: TestApp, firstLine: string, headers: string[] = []) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write([firstLine, ...headers, 'connection: close', '', ''].join('\r\n'))
    const reply = await text(socket)
    return { status: Number(reply.split(' ')[1]), reply }
  }
  const statusOf = async (app: TestApp, path: string, ...hosts: string[]) => {
    const headers = hosts.map((host) => `host: ${host}`)
    return (await send(app, `GET ${path} HTTP/1.1`, headers)).status
  }

  describe('the Host header', () => {
    test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:80', '[::1]', '[::1]:3000'])(
      'may be the loopback name %s',
      async (host) => {
        expect(await statusOf(local, '/api/session', host)).toBe(200)
        expect(await statusOf(published, '/api/session', host)).toBe(200)
      },
    )

    test.each(['wear.example', 'Wear.Example', 'wear.example:443'])(
      'may be the host of PUBLIC_URL: %s',
      async (host) => {
        expect(await statusOf(published, '/api/session', host)).toBe(200)
        expect(await statusOf(local, '/api/session', host)).toBe(421)
      },
    )

    test.each([
      'evil.example',
      'wear.example:8443',
      'wear.example.evil.example',
      'wear.example@evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.0.0.2',
      '203.0.113.7:3000',
      '0.0.0.0:3000',
    ])('may not be %s', async (host) => {
      for (const path of ['/', '/api/session', '/api/home', '/local-identity/x'])
        expect(await statusOf(published, path, host)).toBe(421)
    })

    test('of another site gets nothing, not even a cached reply', async () => {
      expect(await statusOf(local, '/api/home', 'localhost')).toBe(200)
      expect(await statusOf(local, '/api/home', 'localhost')).toBe(200)
      logged.length = 0
      const asked = 'GET /api/home?key=hush HTTP/1.1'
      const { status, reply } = await send(local, asked, ['host: evil.example'])
      expect(status).toBe(421)
      expect(reply).not.toMatch(/evil\.example|<html|"success"|set-cookie/i)
      expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
        { security: 'refused', actor: null, path: '/api/home', address: '127.0.0.1' },
      ])
      expect(logged.join()).not.toContain('hush')
    })

    test('is needed once: not twice, not missing, not overruled by a full URL', async () => {
      expect(await statusOf(local, '/api/session', 'localhost', 'evil.example')).toBe(400)
      expect(await statusOf(local, '/api/session', 'localhost', 'localhost')).toBe(400)
      expect(await statusOf(local, '/api/session')).toBe(400)
      expect(await statusOf(local, '/api/session', '')).toBe(400)
      expect((await send(local, 'GET /api/session HTTP/1.0')).status).toBe(400)
      expect(await statusOf(local, 'http://evil.example/api/session', 'localhost')).toBe(400)
    })

    test.each(['/healthz', '/readyz'])('does not matter to the health check %s', async (path) => {
      expect(await statusOf(published, path)).toBe(200)
      expect(await statusOf(published, path, '')).toBe(200)
      expect(await statusOf(published, path, '10.0.0.5:3000')).toBe(200)
      expect(await statusOf(published, `${path}?from=balancer`, '[fd00::5]')).toBe(200)
      expect((await send(published, `GET ${path} HTTP/1.0`)).status).toBe(200)
      expect(await statusOf(published, path, '10.0.0.5', '10.0.0.6')).toBe(400)
    })

    test('of another site does not make its origin ours', async () => {
      const { status } = await send(local, 'POST /api/sign-out HTTP/1.1', [
        'host: evil.example',
        'origin: http://evil.example',
        'content-length: 0',
      ])
      expect(status).toBe(421)
    })
  })

  describe('the stand-in for Google and Facebook', () => {
    const picker = '/local-identity/google?state=x'
    const ask = async (headers: string[], version = '1.1', method = 'GET') =>
      (await send(local, `${method} ${picker} HTTP/${version}`, ['host: localhost', ...headers]))
        .status

    test('answers a browser on this machine', async () => {
      expect(await ask([])).toBe(200)
    })

    test.each([
      'forwarded: for=203.0.113.7',
      'x-forwarded-for: 203.0.113.7',
      'X-Forwarded-Host: wear.example',
      'x-forwarded-proto: https',
      'x-real-ip: 203.0.113.7',
      'via: 1.1 proxy',
      'cf-connecting-ip: 203.0.113.7',
    ])('refuses what a proxy passed on: %s', async (header) => {
      expect(await ask([header])).toBe(403)
    })

    test('refuses the HTTP/1.0 of a proxy that adds no header', async () => {
      expect(await ask([], '1.0')).toBe(403)
    })

    test('answers HEAD without breaking the connection', async () => {
      expect(await ask([], '1.1', 'HEAD')).toBe(405)
    })

    test('is not there under a public address', async () => {
      expect(await statusOf(published, picker, 'localhost')).toBe(404)
    })
  })
})
