import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { MAX_BLOCK_MS, measureBlock } from '#tests/support/event-loop.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } })
  await importRows(app.pool, [catalogRow({ name: 'Red Silk Dress' })])
})
afterAll(() => app.close())

/** Without the network, because a crowd in this process would overload it. */
const get = async (path: string, address: string) => {
  const reply = await app.request(path, { headers: { 'x-forwarded-for': address } })
  await reply.arrayBuffer()
  return reply
}
const BURST = 200
const UNKNOWN = 'zzkj fgh wert plok mnjh uiop asdf ghjk zxcv'

test.each([
  ['searches', (index: number) => `/api/search/products?q=qwxz${index} ${UNKNOWN}`],
  ['suggestions', (index: number) => `/api/search?q=qwxz${index} ${UNKNOWN}`],
])('a burst of %s from one address leaves the database to others', async (kind, path) => {
  const sender = `2001:db8:${kind.length}::`
  // One subscriber has many addresses.
  const burst = Array.from({ length: BURST }, (_, index) =>
    get(path(index), sender + String(index)),
  )
  const mostWaiting = { count: 0 }
  const watch = setInterval(() => {
    mostWaiting.count = Math.max(mostWaiting.count, app.pool.waitingCount)
  }, 1)
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, index) => get(path(BURST + index), `203.0.113.${index}`)),
  )
  const replies = await Promise.all(burst)
  clearInterval(watch)
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const answered = replies.filter(({ status }) => status === 200)
  expect(answered.length).toBeGreaterThanOrEqual(40)
  expect(answered.length + refused.length).toBe(BURST)
  expect(mostWaiting.count).toBeLessThan(BURST / 2)
  // Afterwards the same address is answered again.
  expect((await get(path(1_000), `${sender}1`)).status).toBe(200)
})

test.each(['/api/search', '/api/search/products', '/api/search/counts'])(
  '%s with characters of eighteen letters does not block other requests',
  async (path) => {
    let count = 0
    const search = () => get(`${path}?q=${'ﷺ'.repeat(95)}${(count += 1)}`, '203.0.113.99')
    expect((await search()).status).toBe(200)
    expect(await measureBlock(search)).toBeLessThan(MAX_BLOCK_MS)
  },
)
