import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScanProduct } from '#shared/contract/scan.ts'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { insertPerson } from '#tests/support/people.ts'
import { TEST_SECRET } from '#tests/support/test-app.ts'
import { createRejectedMatches, createRejections } from './rejections.store.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const product = (id: string): ScanProduct => ({
  id,
  title: id,
  source: 'Shop',
  sureness: 'similar',
})
const seen = (version: string, ...vector: number[]) => ({
  version,
  vector: Float32Array.from(vector),
})

describe('a rejected match', () => {
  test.each([
    { name: 'hides the product for the same thing', look: seen('v1', 1, 0), shown: [] },
    { name: 'hides it for nearly the same look', look: seen('v1', 1, 0.3), shown: [] },
    { name: 'not for another thing', look: seen('v1', 0, 1), shown: ['coat'] },
    { name: 'not for a vector of another version', look: seen('v2', 1, 0), shown: ['coat'] },
  ])('$name', async ({ look, shown }) => {
    const { uid } = await insertPerson(database.pool, TEST_SECRET)
    const rejections = createRejections(createRejectedMatches(database.pool))
    await rejections.remember(uid, seen('v1', 1, 0), 'coat')
    const filter = await rejections.filterFor(uid)
    expect(filter(look, [product('coat')]).map(({ id }) => id)).toEqual(shown)
    expect(filter(look, [product('hat')])).toHaveLength(1)
  })
})

describe('the stored rejections', () => {
  test('are the newest 500 per user', async () => {
    const { pool } = database
    const store = createRejectedMatches(pool)
    const [ada, eve] = await Promise.all([
      insertPerson(pool, TEST_SECRET),
      insertPerson(pool, TEST_SECRET),
    ])
    const add = (uid: string, productId: string) => store.add(uid, { productId, ...seen('v1', 1) })
    await add(eve.uid, 'hers')
    await pool.query(
      `INSERT INTO rejected_matches (user_id, product_id, vector_version, vector)
       SELECT $1, n::text, 'v1', '{1}' FROM generate_series(1, 500) n`,
      [ada.uid],
    )
    await add(ada.uid, 'newest')
    const kept = (await store.listFor(ada.uid)).map(({ productId }) => productId)
    expect(kept).toHaveLength(500)
    expect([kept[0], kept.at(-1)]).toEqual(['newest', '2'])
    expect(await store.listFor(eve.uid)).toHaveLength(1)
  })
})
