import { afterAll, beforeAll, expect, test } from 'vitest'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { renderErrorPage } from '#server/core/http/error-reply.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp(
    { env: { TRUST_PROXY: '1' } },
    { clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null } },
  )
})
afterAll(() => app.close())

const open = (path: string, address: string, accept = 'text/html') =>
  app.request(path, { headers: { accept, 'x-forwarded-for': address } })

/** More visits than a page has orders, so that all of them are cached. */
const CACHING_VISITS = 1_000

test('limits the pages that one subscriber makes the server render', async () => {
  for (let visit = 0; visit < CACHING_VISITS; visit += 1)
    await open('/login', `10.0.0.${visit % 9}`)
  for (let visit = 0; visit < RATE_LIMITS.page.calls; visit += 1)
    await open(`/celebrity/nobody-${visit}`, `2001:db8::${visit.toString(16)}`)

  const refused = await open('/celebrity/somebody', '2001:db8::f00d')
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(RATE_LIMITS.page.windowMs / 1_000)
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(refused.headers.get('cache-control')).toContain('no-store')
  expect(refused.headers.get('content-security-policy')).toBe(renderErrorPage(429, '').policy)
  expect(await refused.text()).toContain('<h1>Too many requests</h1>')

  const json = await open('/celebrity/somebody', '2001:db8::f00d', 'application/json')
  expect(await json.json()).toMatchObject({ success: false })
  expect((await open('/login', '2001:db8::f00d')).status).toBe(200)
  expect((await open('/celebrity/somebody', '2001:db8:1::1')).status).toBe(404)
})

test('an error page runs nothing and escapes its message', () => {
  const { html, policy } = renderErrorPage(400, '<script>')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'/)
  expect(html).toContain('<p>&lt;script&gt;</p>')
})
