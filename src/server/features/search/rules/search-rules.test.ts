import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { SEARCH_RULES } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createSearchCounter } from './search-counter.ts'
import { createSearchCountsStore } from './search-rules.store.ts'
import { buildSearchRules } from './search-rules.service.ts'

let database: Database
let one: TestApp
let other: TestApp
let admin: SignedIn
beforeAll(async () => {
  database = await testDatabase()
  await importRows(
    database.pool,
    ['Velvet Dress', 'Linen Dress', 'Wool Coat'].map((name, index) =>
      catalogRow({ name, website: `https://shop.example.com/${index}` }),
    ),
  )
  const clientFiles = { template: PAGE_TEMPLATE, manifest: {}, read: () => null }
  one = await startTestApp({ database }, { clientFiles })
  other = await startTestApp({ database }, { clientFiles })
  admin = await signedIn(one, { admin: true })
})
afterAll(async () => {
  await one.close()
  await other.close()
  await database.close()
})
beforeEach(() =>
  database.pool.query('TRUNCATE search_words, search_pins, search_misses, search_hits'),
)

const searchOn = async (server: TestApp, q: string, others: object = {}) =>
  (await callerWith(server, null).api('GET /api/search/products', { query: { q, ...others } })).data
const namesOn = async (server: TestApp, q: string, others: object = {}) =>
  (await searchOn(server, q, others)).products.map(({ name }) => name)
const overview = async () => (await admin.api('GET /api/admin/searches')).data
const setWord = (word: string, meaning: string | null) =>
  admin.api('PUT /api/admin/search-words', { body: { word, meaning } })
const productId = async (name: string) => {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM catalog.products WHERE title = $1',
    [name],
  )
  return rows[0]?.id ?? ''
}
const pin = async (query: string, name: string) =>
  admin.api('POST /api/admin/search-pins', {
    body: { query, product: `https://site.example/product/${await productId(name)}-some-words` },
  })

describe('a word of the operator', () => {
  test('is its meaning on every server at once, is said, and can be searched as it is', async () => {
    expect(await namesOn(one, 'schmatte')).toEqual([])
    expect(await namesOn(other, 'schmatte')).toEqual([])
    await setWord('Schmatte', 'Velvet dress')
    for (const server of [one, other])
      await expect.poll(() => namesOn(server, 'my SCHMATTE')).toEqual(['Velvet Dress'])
    expect(await searchOn(one, 'schmatte')).toMatchObject({
      corrected: { typed: 'schmatte', query: 'velvet dress', reason: 'meaning' },
    })
    expect(await namesOn(one, 'schmatte', { exact: '1' })).toEqual([])
    await admin.api('DELETE /api/admin/search-words/:word', { params: { word: 'schmatte' } })
    for (const server of [one, other])
      await expect.poll(() => namesOn(server, 'schmatte')).toEqual([])
  })

  test('without a meaning is never corrected', async () => {
    expect((await searchOn(one, 'drses')).corrected?.query).toBe('dress')
    await setWord('drses', null)
    await expect.poll(async () => (await searchOn(one, 'drses')).corrected).toBeNull()
    expect((await searchOn(one, 'drses')).nearest).toEqual([])
  })

  test.each([
    ['dress', 'dress', 422],
    ['!?', 'dress', 422],
    ['a b c d e f g h i', null, 422],
    ['', null, 400],
    ['x'.repeat(SEARCH_RULES.chars + 1), null, 400],
  ])('%j with the meaning %j is refused', async (word, meaning, status) => {
    await expect(setWord(word, meaning)).rejects.toMatchObject({ status })
    expect((await overview()).words).toEqual([])
  })

  test('can be changed when there are as many as may be', async () => {
    await database.pool.query(
      `INSERT INTO search_words (word) SELECT 'word' || n FROM generate_series(1, ${SEARCH_RULES.words}) n`,
    )
    await setWord('word1', 'dress')
    await expect(setWord('one more', null)).rejects.toMatchObject({ status: 409 })
  })

  it.each([
    ['track-suit set', 'joggers set'],
    ['tracksuits', 'tracksuits'],
    ['a tracksuit', 'a coat'],
    ['joggers', 'coat'],
  ])('is replaced as a whole, the longest first and once: %s', (typed, expected) => {
    const rules = buildSearchRules([
      { word: 'tracksuit', meaning: 'coat' },
      { word: 'track suit', meaning: 'joggers' },
      { word: 'joggers', meaning: 'coat' },
      { word: 'set', meaning: null },
    ])
    expect(rules.replaceWords(typed)).toBe(expected)
  })
})

describe('a pinned product', () => {
  test('is listed once, above the results and under a heading, on every server', async () => {
    await searchOn(other, 'dresses')
    await pin('Dresses', 'Wool Coat')
    await pin('dresses', 'Linen Dress')
    const listed = ['Wool Coat', 'Linen Dress', 'Velvet Dress']
    for (const server of [one, other])
      await expect.poll(() => namesOn(server, 'dresses')).toEqual(listed)
    const { total, sections } = await searchOn(one, 'dresses')
    expect(total).toBe(2)
    expect(sections).toEqual([
      { section: 'pinned', heading: 'Picked for this search', total: 2, isMore: false, from: 0 },
      { section: 'matches', heading: 'Results', total: 2, isMore: false, from: 2 },
    ])
  })

  test('stays out of filtered, sorted-out and other searches', async () => {
    await pin('dresses', 'Wool Coat')
    await expect.poll(() => namesOn(one, 'dresses')).toContain('Wool Coat')
    expect(await namesOn(one, 'dresses', { price: '1-500' })).not.toContain('Wool Coat')
    expect(await namesOn(one, 'velvet dresses')).not.toContain('Wool Coat')
  })

  test('is limited to a few of a search, listed for administrators and removed', async () => {
    await pin('dresses', 'Wool Coat')
    await expect(pin('dresses', 'Wool Coat')).rejects.toMatchObject({ status: 409 })
    await expect(pin('dresses', 'Nothing')).rejects.toMatchObject({ status: 400 })
    await database.pool.query(
      `INSERT INTO search_pins (query, product_key)
      SELECT 'dresses', gen_random_uuid() FROM generate_series(2, ${SEARCH_RULES.pinsPerQuery})`,
    )
    await expect(pin('dresses', 'Linen Dress')).rejects.toMatchObject({ status: 409 })
    const { pins } = await overview()
    expect(pins.map(({ product }) => product?.name ?? null)).toContain('Wool Coat')
    for (const { key } of pins)
      await admin.api('DELETE /api/admin/search-pins/:key', {
        params: { key },
        query: { query: 'dresses' },
      })
    expect((await overview()).pins).toEqual([])
  })

  test('is noted in the audit log, as words are', async () => {
    await setWord('schmatte', 'dress')
    await pin('dresses', 'Wool Coat')
    const { rows } = await database.pool.query<{ event: string }>(
      'SELECT event FROM audit_log ORDER BY id DESC LIMIT 2',
    )
    expect(rows.map(({ event }) => event).toSorted()).toEqual([
      'search-pin-added',
      'search-word-set',
    ])
  })
})

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/149.0 Safari/537.36' }
const visit = async (server: TestApp, address: string, headers: Record<string, string> = BROWSER) =>
  (await fetch(`${server.origin}${address}`, { headers })).text()
const apiAddress = (query: Record<string, string>) =>
  `/api/search/products?${new URLSearchParams(query)}`

describe('a search without results', () => {
  const counted = async () => {
    for (const server of [one, other]) await server.search.writeSearchCounts()
    return (await overview()).misses
  }
  beforeEach(
    async () => void (await counted(), await database.pool.query('TRUNCATE search_misses')),
  )

  test('is counted for every visitor on every server, from the cache too, and not for robots', async () => {
    const address = apiAddress({ q: 'Frying-pan' })
    for (const server of [one, other]) for (let n = 0; n < 3; n += 1) await visit(server, address)
    await visit(one, `${paths.searchResult.href()}?q=frying+pan`)
    await visit(one, `${paths.searchResult.href()}?q=frying+pan`)
    await visit(one, address, { 'user-agent': 'Googlebot/2.1' })
    expect(await counted()).toEqual([{ query: 'frying pan', readAs: null, searches: 8 }])
  })

  test('that was corrected is counted with what it was read as', async () => {
    await visit(one, apiAddress({ q: 'drses' }))
    expect(await counted()).toEqual([{ query: 'drses', readAs: 'dress', searches: 1 }])
  })

  test('is not counted with filters, with a meaning or with personal data', async () => {
    await setWord('schmatte', 'dress')
    await expect.poll(async () => (await searchOn(one, 'schmatte')).total).toBeGreaterThan(0)
    for (const query of [
      { q: 'dress' },
      { q: 'schmatte' },
      { q: 'toaster', colour: 'red' },
      { q: 'somebody@example.com' },
      { q: '+49 170 1234567' },
    ])
      await visit(one, apiAddress(query))
    expect(await counted()).toEqual([])
  })

  test('is counted later if it cannot be stored now', async () => {
    const batches: unknown[] = []
    let isAway = true
    const counter = createSearchCounter({
      addMisses: async (misses) => {
        if (isAway) throw new Error('away')
        batches.push(misses)
      },
      addHits: async () => undefined,
    })
    const reply = { products: [], corrected: null, relaxed: [] }
    counter.observe({ q: 'toaster' }, reply)?.()
    await expect(counter.write()).rejects.toThrow('away')
    counter.observe({ q: 'toaster' }, reply)?.()
    isAway = false
    await counter.write()
    await counter.write()
    expect(batches).toEqual([[{ query: 'toaster', readAs: null, searches: 2 }]])
  })

  test('is among as many as a day may have, and forgotten after the last days', async () => {
    const store = createSearchCountsStore(database.pool)
    await database.pool.query(
      `INSERT INTO search_misses SELECT current_date, 'query ' || n, '', 1
      FROM generate_series(1, ${SEARCH_RULES.countedPerDay - 1}) n
      UNION ALL SELECT current_date - ${SEARCH_RULES.countedDays}, 'old', '', 1`,
    )
    const misses = ['query 1', 'new', 'too many'].map((query) => ({
      query,
      readAs: null,
      searches: 5,
    }))
    await store.addMisses(misses)
    await store.sweep()
    const { rows } = await database.pool.query<{ query: string; searches: number }>(
      `SELECT query, searches FROM search_misses
      WHERE searches > 1 OR query IN ('old', 'too many') ORDER BY query`,
    )
    expect(rows).toEqual([
      { query: 'new', searches: 5 },
      { query: 'query 1', searches: 6 },
    ])
  })
})

describe('a popular search', () => {
  const addHits = (query: string, days: number, searches: number) =>
    database.pool.query(
      `INSERT INTO search_hits SELECT current_date - day, $1, $3 FROM generate_series(1, $2) day`,
      [query, days, searches],
    )
  const offered = () => createSearchCountsStore(database.pool).popular()

  test('was searched on three days and ten times, and still finds what it says', async () => {
    await addHits('dress', 3, 4)
    await addHits('velvet dress', 5, 2)
    await addHits('coat', 2, 50)
    await addHits('linen dress', 3, 3)
    await addHits('wool hat', 9, 9)
    expect(await offered()).toEqual(['wool hat', 'dress', 'velvet dress'])
    const { data } = await callerWith(one, null).api('GET /api/search/start', {})
    expect(data.popular).toEqual([
      { text: 'dress', count: 2 },
      { text: 'velvet dress', count: 1 },
    ])
  })

  test('is counted only if every word of it was understood, and nothing was chosen', async () => {
    for (const query of [
      { q: 'Velvet dress' },
      { q: 'velvet dress', sort: 'price' },
      { q: 'dress', colour: 'red' },
      { q: 'dress of maria musterfrau' },
      { q: 'drses' },
      { q: 'toaster' },
    ])
      await visit(one, apiAddress(query))
    await one.search.writeSearchCounts()
    const { rows } = await database.pool.query('SELECT query, searches FROM search_hits')
    expect(rows).toEqual([{ query: 'velvet dress', searches: 2 }])
  })

  test('is among as many as a day may have, and forgotten after the last days', async () => {
    const store = createSearchCountsStore(database.pool)
    await database.pool.query(
      `INSERT INTO search_hits SELECT current_date, 'query ' || n, 1
      FROM generate_series(1, ${SEARCH_RULES.countedPerDay - 1}) n
      UNION ALL SELECT current_date - ${SEARCH_RULES.countedDays}, 'old', 1`,
    )
    const hits = ['too many', 'new', 'query 1'].map((query, index) => ({
      query,
      readAs: null,
      searches: 5 + index,
    }))
    await store.addHits(hits)
    await store.sweep()
    const { rows } = await database.pool.query(
      `SELECT query, searches FROM search_hits
      WHERE searches > 1 OR query IN ('old', 'too many') ORDER BY query`,
    )
    expect(rows).toEqual([
      { query: 'new', searches: 6 },
      { query: 'query 1', searches: 8 },
    ])
  })
})
