import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyDatabase, testDatabase } from '#tests/support/database.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** As docs/operations.md says. */
const SENTENCE = 'Search is unavailable right now. Please try again in a moment.'

const ROWS = Array.from({ length: 3 }, (_, index) =>
  catalogRow({ name: `Velvet Dress ${index}`, website: `https://shop.example.com/${index}` }),
)

let database: Database
let other: Database
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
let server: TestApp
let ids: string[]

beforeAll(async () => {
  database = await testDatabase()
  other = await emptyDatabase()
  proxy = await startDatabaseProxy(other.url)
  await importRows(database.pool, ROWS)
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM catalog.products ORDER BY id',
  )
  ids = rows.map(({ id }) => id)
  server = await startTestApp(
    { database, env: { SEARCH_DATABASE_URL: proxy.url() } },
    { finderVision: fakeVision([]) },
  )
  server.startInBackground()
  await eventually(() => expect(server.search.database?.getLocation().isFilled).toBe(true))
})
afterAll(async () => {
  await proxy.up()
  await server.close()
  await proxy.down()
  await Promise.all([database.close(), other.close()])
})

/** A new price each time, so that no reply comes from the cache. */
let price = 1_000
const search = () => server.request(`/api/search/products?sort=price&price=0-${(price += 1)}EUR`)
const listed = async () => {
  const { data } = (await (await search()).json()) as { data: { products: { name: string }[] } }
  return data.products.map(({ name }) => name)
}
const remove = (id = '') =>
  server.moderation.takedown.remove({
    address: `${server.origin}/product/${id}`,
    reason: 'A test',
    noticeId: null,
    actor: null,
    origin: server.origin,
  })
const isCopied = async (id = '') =>
  (await other.pool.query('SELECT FROM search.documents WHERE product_id = $1', [id])).rowCount ===
  1

test('a removal is done when searches no longer show it', async () => {
  expect(await listed()).toHaveLength(3)
  expect(await remove(ids[0])).toMatchObject({ doneAt: expect.any(String) })
  expect(await isCopied(ids[0])).toBe(false)
  expect(await listed()).toHaveLength(2)
})

test('without the search database, searches are refused and the rest goes on', async () => {
  await proxy.down()
  const refused = await search()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    code: 'search-unavailable',
    message: SENTENCE,
  })
  for (const path of ['/api/search?q=velvet', '/api/search/counts?sort=price&price=0-900EUR']) {
    const reply = await server.request(path)
    expect([path, reply.status, await reply.json()]).toEqual([
      path,
      503,
      expect.objectContaining({ message: SENTENCE, code: 'search-unavailable' }),
    ])
  }
  for (const path of [`/api/product/${ids[1]}`, '/api/images?celebrities=feed', '/healthz'])
    expect((await server.request(path)).status, path).toBe(200)

  const ready = await server.request('/readyz')
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({
    status: 'degraded',
    reason: expect.stringContaining('search database'),
  })
  const overview = await server.admin.operations.readOverview()
  expect(overview.search).toMatchObject({ isFilled: true, problem: expect.any(String) })
  expect(overview.tasks).toContainEqual(
    expect.objectContaining({ kind: 'search', isSerious: true }),
  )
  const metrics = await server.registry.text()
  expect(metrics).toContain('wearabouts_search_database_ok 0')

  // It is removed, but not done: nobody waited until every server has dropped its replies.
  expect(await remove(ids[1])).toMatchObject({ doneAt: null })
  await eventually(async () =>
    expect((await server.request(`/api/product/${ids[1]}`)).status).toBe(410),
  )
  expect(await isCopied(ids[1])).toBe(true)
  expect(await server.registry.text()).toMatch(/wearabouts_search_lag_seconds [\d.]*[1-9]/)

  await proxy.up()
  await eventually(async () => expect((await search()).status).toBe(200))
  await server.moderation.takedown.applyPending()
  expect(await isCopied(ids[1])).toBe(false)
  const { takedowns } = await server.moderation.takedown.list(null)
  expect(takedowns.map(({ doneAt }) => typeof doneAt)).toEqual(['string', 'string'])
  expect(await listed()).toHaveLength(1)
})

test('an emptied search database refuses with the same sentence, and is filled again', async () => {
  await other.pool.query('DROP SCHEMA search CASCADE')
  const refused = await search()
  if (refused.status !== 200)
    expect(await refused.json()).toMatchObject({
      code: 'search-unavailable',
      message: SENTENCE,
    })
  await eventually(async () => {
    expect(await isCopied(ids[2])).toBe(true)
    expect(server.search.database?.getLocation().isFilled).toBe(true)
  })
  expect(await listed()).toHaveLength(1)
  const reply = await server.request('/readyz')
  expect(await reply.json()).toMatchObject({ status: 'ok' })
})
