import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { EVERYONE } from '#shared/paths.ts'
import { callerWith } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createCatalogStore } from '#server/features/catalog/index.ts'
import { createShuffledFeedStore, createLookViewsStore } from '#server/features/catalog/index.ts'
import { createTrendingFeed, sortByViews } from './trending.service.ts'

const LOOKS = 40
const urlOf = (number: number) => `https://pictures.example.com/look-${number}.jpg`
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36'

let database: Database
let server: TestApp
beforeAll(async () => {
  database = await testDatabase()
  await importRows(
    database.pool,
    Array.from({ length: LOOKS }, (_, number) =>
      catalogRow({ celebrity_image: urlOf(number), name: `Coat ${number}` }),
    ),
  )
  server = await startTestApp({ database, env: { TRUST_PROXY: '1' } })
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(() => database.pool.query('TRUNCATE look_views, trending_looks'))

const visitor = () => callerWith(server, null)
let visitors = 0
/** By another visitor each time, unless `headers` says which. */
const view = (number: number, headers: Record<string, string> = {}) =>
  visitor().send('/api/views', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': BROWSER,
      'x-forwarded-for': `2001:db8:0:${(visitors++).toString(16)}::1`,
      ...headers,
    },
    body: JSON.stringify({ look: urlOf(number) }),
  })

/** All looks in the order of the feed, page by page. */
const feedOf = async (seed: number, limit = 7) => {
  const store = createLookViewsStore(database.pool)
  const feed = createShuffledFeedStore(database.pool)
  const trending = createTrendingFeed(feed, store)
  const { trendingAt } = await createCatalogStore(database.pool).totals()
  const urls: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await trending({ seed, total: LOOKS, cursor, limit, trendingAt })
    if (!page) return null
    urls.push(...page.rows.map(({ image }) => image))
    if (page.next === null) return urls
    cursor = page.next
  }
}
const shuffled = async (seed: number) =>
  (
    await createShuffledFeedStore(database.pool).images({
      celebrityIds: null,
      total: LOOKS,
      seed,
      after: null,
      limit: LOOKS,
    })
  ).rows.map(({ image }) => image)

describe('the trending feed', () => {
  test('is exactly the specified shuffle while nobody has looked at anything', async () => {
    await createLookViewsStore(database.pool).refresh()
    expect(await feedOf(3)).toBeNull()
    const { data } = await visitor().api('GET /api/images', {
      query: { celebrities: EVERYONE, seed: 3 },
    })
    expect(data.images.map(({ image }) => image)).toEqual(await shuffled(3))
  })

  test('begins with what was looked at most, each look once, the rest shuffled', async () => {
    for (const [number, views] of [
      [5, 3],
      [9, 2],
      [1, 1],
    ] as const)
      for (let count = 0; count < views; count += 1) await view(number)
    await createLookViewsStore(database.pool).refresh()
    const urls = (await feedOf(3)) ?? []
    expect(urls.slice(0, 3)).toEqual([5, 9, 1].map(urlOf))
    expect(new Set(urls).size).toBe(LOOKS)
    const others = (await shuffled(3)).filter((url) => !urls.slice(0, 3).includes(url))
    expect(urls.slice(3)).toEqual(others)
    expect(await feedOf(3, LOOKS)).toEqual(urls)
    expect(await feedOf(3, 3)).toEqual(urls)
  })

  test('keeps its order while somebody pages, whatever others look at', async () => {
    await view(5)
    const store = createLookViewsStore(database.pool)
    await store.refresh()
    const before = await feedOf(3)
    for (let count = 0; count < 5; count += 1) await view(9)
    await store.refresh()
    expect(await feedOf(3)).toEqual(before)
  })

  test('counts neither robots nor what is not there, and stores nothing about visitors', async () => {
    await view(5, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    await view(LOOKS + 5)
    expect((await database.pool.query('SELECT FROM look_views')).rowCount).toBe(0)
    await view(5)
    const { rows } = await database.pool.query<object>('SELECT * FROM look_views')
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['day', 'look_id', 'views'])
  })

  test('counts a look once for a network within an hour', async () => {
    for (const address of ['203.0.113.7', '203.0.113.7', '2001:db8:1::1', '2001:db8:1::2'])
      await view(5, { 'x-forwarded-for': address })
    await view(9, { 'x-forwarded-for': '203.0.113.7' })
    const { rows } = await database.pool.query<{ views: number }>(
      'SELECT views FROM look_views ORDER BY views',
    )
    expect(rows).toEqual([{ views: 1 }, { views: 2 }])
  })

  test('forgets after a week', async () => {
    await view(5)
    await database.pool.query('UPDATE look_views SET day = current_date - 7')
    const store = createLookViewsStore(database.pool)
    await store.refresh()
    expect(await feedOf(3)).toBeNull()
    await store.sweep()
    expect((await database.pool.query('SELECT FROM look_views')).rowCount).toBe(0)
  })

  test('refuses a cursor that is not its own', async () => {
    const call = visitor().api('GET /api/images', {
      query: { celebrities: EVERYONE, seed: 3, after: 't1.x' },
    })
    await expect(call).rejects.toMatchObject({ status: 400 })
  })
})

test('equals are in another order for another seed', () => {
  const looks = Array.from({ length: 20 }, (_, id) => ({ id: String(id), views: 1 }))
  expect(sortByViews(looks, 1)).not.toEqual(sortByViews(looks, 2))
  expect(sortByViews(looks, 1)).toEqual(sortByViews(looks.toReversed(), 1))
  expect(sortByViews([...looks, { id: '99', views: 2 }], 5)[0]).toBe('99')
})
