import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createProductVectorsStore, createVectorModelsStore } from './product-vectors.store.ts'

let database: Database
let store: ReturnType<typeof createProductVectorsStore>
let models: ReturnType<typeof createVectorModelsStore>
const calibration = { sameItem: 0.9, close: 0.8, similar: 0.7 }

const row = (productKey: string, x = 1) => ({
  productKey,
  vector: Float32Array.of(x, 0),
  category: 'bags',
  ownerUid: null,
})

beforeAll(async () => {
  database = await testDatabase()
  store = createProductVectorsStore(database.pool)
  models = createVectorModelsStore(database.pool)
})
afterAll(() => database.close())
beforeEach(() =>
  database.pool.query('TRUNCATE model_vectors, forgotten_vectors, vector_models, jobs'),
)

const vectors = async () => {
  const { rows } = await database.pool.query<{ found: string }>(
    `SELECT product_key || ' ' || model_version || ' ' || vector[1] AS found FROM model_vectors ORDER BY 1`,
  )
  return rows.map(({ found }) => found)
}

describe('vectors by product and model', () => {
  it('keep one vector of each model for a product', async () => {
    await store.write('old', [row('coat', 1)])
    await store.write('new', [row('coat', 2)])
    await store.write('new', [row('coat', 3)])
    expect(await vectors()).toEqual(['coat new 3', 'coat old 1'])
    await store.remove(['coat'])
    expect(await vectors()).toEqual([])
  })
})

describe('the models in use', () => {
  it('serve from the old model until every product has a vector of the new one', async () => {
    await models.register('old', calibration)
    await models.markComplete('old')
    await models.register('new', calibration)
    await database.pool.query("INSERT INTO jobs (queue, key) VALUES ('product-vector@new', 'coat')")
    await models.markComplete('new')
    expect(await models.isComplete('new')).toBe(false)
    expect(await models.findCompleteModel('new')).toEqual({ version: 'old', calibration })
    await database.pool.query('TRUNCATE jobs')
    await models.markComplete('new')
    expect(await models.isComplete('new')).toBe(true)
  })

  it('forget a model that no server has used for a week, but only when another is complete', async () => {
    await store.write('old', [row('coat')])
    await models.register('old', calibration)
    await database.pool.query("UPDATE vector_models SET seen_at = now() - interval '8 days'")
    await store.write('new', [row('coat', 2)])
    await models.register('new', calibration)
    await models.sweep()
    expect(await vectors()).toEqual(['coat new 2', 'coat old 1'])
    await models.markComplete('new')
    await models.sweep()
    expect(await vectors()).toEqual(['coat new 2'])
    expect(await models.findCompleteModel('other')).toMatchObject({ version: 'new' })
  })

  it('forget deletions after a day, when every server knows of them', async () => {
    await store.write('new', [row('coat'), row('shoe')])
    await store.remove(['coat'])
    await database.pool.query(
      "UPDATE forgotten_vectors SET forgotten_at = now() - interval '2 days'",
    )
    await store.remove(['shoe'])
    await models.sweep()
    const { rows } = await database.pool.query('SELECT product_key FROM forgotten_vectors')
    expect(rows).toEqual([{ product_key: 'shoe' }])
  })
})
