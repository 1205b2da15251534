import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packReply } from './reply-cache.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { LoadGauge } from './load-shedding.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'

const FILE = '/assets/app-abc123.js'
let isBusy = false
let test: TestApp
const asked: boolean[] = []
const load: LoadGauge = {
  admit: (isPreferred) => {
    asked.push(isPreferred)
    return !isBusy
  },
  track: (work) => work(),
  uncounted: (wait) => wait(),
  inFlight: () => 0,
  stop: () => undefined,
}

beforeAll(async () => {
  const files = new Map([[FILE, packReply('run()', { 'content-type': 'text/javascript' })]])
  const clientFiles = {
    template: PAGE_TEMPLATE,
    manifest: {},
    read: (path: string) => files.get(path) ?? null,
  }
  test = await startTestApp({}, { load, clientFiles })
  await fetch(test.origin + '/api/home')
  isBusy = true
})
afterAll(() => test.close())

describe('a server past its limit', () => {
  it('refuses calls with 503, a time to come back and the usual envelope', async () => {
    const response = await fetch(test.origin + '/api/celebrities')
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.json()).toEqual({
      success: false,
      message: expect.stringContaining('try again in a few seconds'),
      data: null,
      error: expect.any(String),
    })
  })

  it('shows browsers a page that needs no other file', async () => {
    const response = await fetch(test.origin + '/all-celebrities', {
      headers: { accept: 'text/html' },
    })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toContain('<h1>Back in a moment</h1>')
  })

  it.each(['/healthz', '/readyz', '/api/home', FILE])('still answers %s', async (path) => {
    expect((await fetch(test.origin + path)).status).toBe(200)
  })

  it('prefers what signed-in people save to what anyone reads', async () => {
    asked.length = 0
    const cookie = 'session=1'
    await fetch(test.origin + '/api/saved-products', { headers: { cookie } })
    await fetch(test.origin + '/api/saved-products', { method: 'POST', headers: { cookie } })
    await fetch(test.origin + '/api/saved-products', { method: 'POST' })
    expect(asked).toEqual([false, true, false])
  })
})
