import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'

const RECOVERY = { timeout: 15_000 }
const PAGE = { headers: { accept: 'text/html,*/*' } }

let direct: Database
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
let app: TestApp
let ada: SignedIn
beforeAll(async () => {
  direct = await testDatabase()
  proxy = await startDatabaseProxy(direct.url)
  app = await startTestApp(
    { database: connectDatabase(proxy.url(), pino({ level: 'silent' })) },
    { clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null } },
  )
  ada = await signedIn(app)
})
afterAll(async () => {
  await proxy.up()
  await app.close()
  await app.database.close()
  await proxy.down()
  await direct.close()
})

const status = async (path: string, init?: RequestInit) => (await app.request(path, init)).status
const heart = () =>
  ada.sendJson('POST', '/user-products.php', {
    firebase_uid: ada.uid,
    saved_products: [{ id: 'coat', name: 'Coat' }],
  })

test('a database that is down gives 503 with Retry-After, and cached replies keep working', async () => {
  expect(await status('/', PAGE)).toBe(200)
  expect(await status('/api/home')).toBe(200)
  await proxy.down()

  // The feed has many orders, of which one is cached.
  for (let visit = 0; visit < 5; visit += 1) expect(await status('/', PAGE)).toBe(200)
  expect(await status('/api/home')).toBe(200)
  expect(await status('/healthz')).toBe(200)
  const ready = await app.request('/readyz')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({
    status: 'failing',
    reason: 'The database does not answer.',
  })

  const call = await heart()
  expect(call.status).toBe(503)
  expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await call.json()).toMatchObject({
    success: false,
    code: 'unavailable',
    message: 'This site is unavailable right now. Please try again in a moment.',
  })

  const page = await app.request('/celebrity/Nobody', PAGE)
  expect(page.status).toBe(503)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await page.text()).toContain('<h1>Back in a moment</h1>')
})

test('everything works again when the database is back', async () => {
  await proxy.up()
  await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), RECOVERY)
  expect((await heart()).status).toBe(200)
  expect(await status('/celebrity/Nobody', PAGE)).toBe(404)
})

test('a database that hangs makes the server unready within seconds', async () => {
  proxy.hang()
  const started = performance.now()
  expect(await status('/readyz')).toBe(503)
  expect(performance.now() - started).toBeLessThan(5_000)
  await proxy.down()
  await proxy.up()
  await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), RECOVERY)
})
