import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '#shared/contract/calls.ts'
import { parseCallKey } from '#shared/contract/call.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { testDatabase } from '#tests/support/database.ts'
import type { Database } from './core/db/database.ts'

let database: Database
let test: TestApp
beforeAll(async () => {
  database = await testDatabase()
  test = await startTestApp({ database })
})
afterAll(async () => {
  await test.close()
  await database.close()
})

describe('the application', () => {
  it.each(Object.keys(allCalls))('mounts %s', (key) => {
    const { method, path } = parseCallKey(key)
    const routes = test.app.routes.filter((route) => route.method === method && route.path === path)
    expect(routes.length).toBeGreaterThan(0)
  })

  it('describes every call at /api/openapi.json, and readably without scripts at /api/docs', async () => {
    const described = (await (await test.request('/api/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, Record<string, { summary: string }>>
    }
    expect(described.openapi).toMatch(/^3\.1/)
    const docs = await test.request('/api/docs')
    expect(docs.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    )
    const page = await docs.text()
    for (const [key, call] of Object.entries(allCalls)) {
      const { method, path } = parseCallKey(key)
      const written = path.replaceAll(/:(\w+)/g, '{$1}')
      expect(described.paths[written]?.[method.toLowerCase()]?.summary).toContain(call.summary)
      expect(page).toContain(`${method} ${written}`)
    }
    expect(page).not.toMatch(/<script|style=/)
    // Compressed once: half a megabyte for each request would keep the server busy.
    for (const path of ['/api/docs', '/api/openapi.json']) {
      const reply = await test.request(path, { headers: { 'accept-encoding': 'br' } })
      expect(reply.headers.get('content-encoding')).toBe('br')
      const again = { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } }
      expect((await test.request(path, again)).status).toBe(304)
    }
  })

  it('gives every request an id', async () => {
    expect((await test.request('/healthz')).headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/)
  })

  it('says whether it is ready', async () => {
    expect(await (await test.request('/readyz')).json()).toEqual({ status: 'ok' })
  })
})
