import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { countMissing, createVectorBackfill } from './indexing.store.ts'

const PRODUCTS = 25
const QUEUE = 'product-vector@new'

let database: Database
let keys: string[]
beforeAll(async () => {
  database = await testDatabase()
  const rows = Array.from({ length: PRODUCTS }, (_, place) => catalogRow({ name: `Coat ${place}` }))
  await importRows(database.pool, rows)
  const { rows: products } = await database.pool.query<{ key: string }>(
    'SELECT product_key::text AS key FROM catalog.products ORDER BY product_key',
  )
  keys = products.map(({ key }) => key)
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('TRUNCATE jobs, model_vectors'))

const asked = async () => {
  const { rows } = await database.pool.query<{ key: string }>('SELECT key FROM jobs ORDER BY key')
  return rows.map(({ key }) => key)
}
const looked = (version: string, ...productKeys: string[]) =>
  createProductVectorsStore(database.pool).write(
    version,
    productKeys.map((productKey) => ({
      productKey,
      vector: Float32Array.from([1, 0]),
      category: 'clothing',
      ownerUid: null,
    })),
  )
const missing = () => countMissing(database.pool, 'new')

describe('comparing the catalogue with its vectors', () => {
  it('queues one page at a time, every product once', async () => {
    const backfill = createVectorBackfill(database.pool, 'new', 10)
    expect(await missing()).toBe(PRODUCTS)
    expect(await backfill.enqueueMore()).toBe(true)
    expect(await asked()).toEqual(keys.slice(0, 10))
    await backfill.enqueueMore()
    await backfill.enqueueMore()
    expect(await asked()).toEqual(keys)
    expect(await backfill.enqueueMore()).toBe(false)
    expect(await missing()).toBe(PRODUCTS)
  })

  it('skips any number of products with a vector of this model, but not of another', async () => {
    await looked('new', ...keys.slice(0, 21))
    await looked('old', ...keys.slice(21, 23))
    expect(await missing()).toBe(4)
    expect(await createVectorBackfill(database.pool, 'new', 10).enqueueMore()).toBe(true)
    expect(await asked()).toEqual(keys.slice(21))
  })

  it('does not queue products again that failed too often', async () => {
    await database.pool.query(
      `INSERT INTO jobs (queue, key, failed_at) SELECT '${QUEUE}', unnest($1::text[]), now()`,
      [keys],
    )
    expect(await createVectorBackfill(database.pool, 'new').enqueueMore()).toBe(false)
    expect(await missing()).toBe(0)
  })

  it('starts over when the catalogue changes meanwhile', async () => {
    const backfill = createVectorBackfill(database.pool, 'new', 10)
    const asking = backfill.enqueueMore()
    backfill.restart()
    await asking
    await database.pool.query('TRUNCATE jobs')
    await backfill.enqueueMore()
    expect(await asked()).toEqual(keys.slice(0, 10))
  })
})
