import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { fillWithDemo } from '#server/demo-fill.ts'
import { testDatabase } from '#tests/support/database.ts'

let database: Database
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'stated-facts-'))
  await fillWithDemo({
    pool: database.maintenance,
    log: pino({ level: 'silent' }),
    modelDir: 'models',
    dataDir,
  })
}, 120_000)
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const readRow = async (sql: string) =>
  (await database.pool.query<Record<string, number>>(sql)).rows[0]

test('every demo product states department, colour, material and pattern', async () => {
  expect(
    await readRow(`
      SELECT count(*) FILTER (WHERE departments = '{}')::int AS departments,
        count(*) FILTER (WHERE coalesce(colors, '{}') = '{}')::int AS colors,
        count(*) FILTER (WHERE coalesce(material, '') = '')::int AS materials,
        count(*) FILTER (WHERE coalesce(pattern, '') = '')::int AS patterns
      FROM catalog.products`),
  ).toEqual({ departments: 0, colors: 0, materials: 0, patterns: 0 })
})

test('searches understand what is stated', async () => {
  expect(
    await readRow(`
      SELECT count(*)::int >= 1270 AS "hasAll",
        count(*) FILTER (WHERE departments = '{}')::int AS departments,
        count(*) FILTER (WHERE colors = '{}')::int AS colors,
        count(*) FILTER (WHERE materials = '{}')::int AS materials,
        count(*) FILTER (WHERE sizes = '{}')::int AS sizes
      FROM search.documents`),
  ).toEqual({ hasAll: true, departments: 0, colors: 0, materials: 0, sizes: 0 })
})

test('every demo offer states price, stock, condition, sizes and shipping, for twelve weeks', async () => {
  expect(
    await readRow(`
      SELECT count(*) FILTER (WHERE price_amount IS NULL OR currency IS NULL)::int AS prices,
        count(*) FILTER (WHERE availability IS NULL)::int AS stock,
        count(*) FILTER (WHERE condition IS NULL)::int AS conditions,
        count(*) FILTER (WHERE coalesce(sizes, '{}') = '{}')::int AS sizes,
        count(*) FILTER (WHERE (terms -> 'shipping' ->> 'amount') IS NULL)::int AS shipping,
        count(*) FILTER (WHERE first_seen_at > now() - interval '12 weeks')::int AS history
      FROM catalog.offers`),
  ).toEqual({ prices: 0, stock: 0, conditions: 0, sizes: 0, shipping: 0, history: 0 })
})

test('shops can be compared for at least 700 products, and prices of most changed', async () => {
  const counts = await readRow(`
    SELECT count(*) FILTER (WHERE shops > 1)::int AS compared, avg(has_changed::int) AS changed
    FROM (SELECT count(DISTINCT shop_id) AS shops, bool_or(changed_at IS NOT NULL) AS has_changed
      FROM catalog.offers offer LEFT JOIN catalog.price_changes change ON change.offer_id = offer.id
      GROUP BY product_id) products`)
  expect(counts?.['compared']).toBeGreaterThanOrEqual(700)
  expect(Number(counts?.['changed'])).toBeGreaterThan(0.6)
})
