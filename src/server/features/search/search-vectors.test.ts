import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createNotificationListener } from '#server/core/jobs/listener.ts'
import { DatabaseUnavailable } from '#server/core/db/pools.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createSearchDatabase } from '#server/features/search/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { hasPgvector, openPgvectorDatabase } from '#tests/support/pgvector-database.ts'
import { openVectorSearch, type VectorCopy } from '#server/vision/vectors/open-vector-search.ts'

import { searchUnavailable } from './search-errors.ts'

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
const SLOW_MS = 60_000

/** The catalogue's database has no pgvector, the search database has. */
test.skipIf(!hasPgvector)(
  'vectors are searched in the search database, and what somebody added beside it',
  async () => {
    const catalog = await testDatabase()
    const other = await openPgvectorDatabase({ isEmpty: true })
    const search = createSearchDatabase({ url: other.url, shards: 4, catalog, log })
    const listener = await createNotificationListener(catalog.url, log)
    onTestFinished(async () => {
      await search.close()
      await listener.close()
      await Promise.all([catalog.close(), other.close()])
    })
    const rows = [0, 1, 2].map((index) =>
      catalogRow({ name: `Dress ${index}`, website: `https://shop.example.com/${index}` }),
    )
    await importRows(catalog.pool, rows)
    const { rows: products } = await catalog.pool.query<{ id: string; key: string }>(
      'SELECT id, product_key AS key FROM catalog.products ORDER BY id',
    )
    const put = (key: string, vector: number[], owner: string | null = null) =>
      catalog.pool.query(
        `INSERT INTO model_vectors (model_version, product_key, vector, category, owner_uid)
        VALUES ('v1', $1, $2, 'clothing', $3)`,
        [key, vector, owner],
      )
    const [first, second, third] = products.map(({ key }) => key) as [string, string, string]
    await put(first, [1, 0, 0])
    await put(second, [0.8, 0.6, 0])
    await put('ada:1', [0.96, 0.28, 0], 'ada')
    await search.rebuild()
    // After the first filling, vectors follow like documents.
    await put(third, [0, 1, 0])
    await search.waitUntilAllApplied()
    expect(await search.verify()).toEqual([])

    expect(search.vectors()).not.toBeNull()
    const vectors = await openVectorSearch({
      pool: catalog.pool,
      url: catalog.url,
      listener,
      version: 'v1',
      dimensions: 3,
      log,
      copy: search.vectors,
    })
    onTestFinished(() => vectors.close())
    await vectors.waitUntilIndexed()
    const near = async (filter = {}) =>
      (await vectors.search(Float32Array.of(1, 0, 0), 3, filter)).map(
        ({ productKey }) => productKey,
      )
    expect(await near()).toEqual([first, second, third])
    expect(await near({ ownerUid: 'ada' })).toEqual([first, 'ada:1', second])
    expect(await near({ ownerUid: 'bea' })).toEqual([first, second, third])
    expect(await near({ category: 'bags' })).toEqual([])
    expect(await near({ among: [third] })).toEqual([third])

    await catalog.pool.query('DELETE FROM catalog.worn_items WHERE product_id = $1', [
      products[0]?.id,
    ])
    await catalog.pool.query('DELETE FROM catalog.products WHERE id = $1', [products[0]?.id])
    await search.waitUntilApplied([products[0]?.id ?? ''])
    expect(await near()).toEqual([second, third])

    // It is emptied, filled again and detached, while the same search goes on.
    await search.feature.start({ port: 0, listener })
    search.feature.startInBackground()
    await other.pool.query('DROP SCHEMA search CASCADE')
    await expect(near()).rejects.toMatchObject({ code: 'search-unavailable' })
    await eventually(async () => {
      expect(search.getLocation()).toEqual({ isFilled: true, hasVectors: true })
      expect(await near()).toEqual([second, third])
    })
    expect((await other.pool.query('SELECT FROM search.vectors')).rowCount).toBe(2)
    await search.detach()
    await eventually(() => expect(search.vectors()).toBeNull())
    await other.pool.query('DELETE FROM search.vectors')
    expect(await near()).toEqual([second, third])
  },
  SLOW_MS,
)

test('vectors are searched in the main database as soon as there is no copy', async () => {
  const catalog = await testDatabase()
  const other = await emptyDatabase()
  const listener = await createNotificationListener(catalog.url, log)
  await catalog.pool.query(
    `INSERT INTO model_vectors (model_version, product_key, vector, category)
    VALUES ('v1', 'dress', '{1,0,0}', 'clothing')`,
  )
  const guard = <T>(read: () => Promise<T>): Promise<T> =>
    read().catch((cause: unknown) => {
      throw searchUnavailable(cause)
    })
  let copy: VectorCopy | null = { pool: other.pool, url: other.url, guard }
  const vectors = await openVectorSearch({
    pool: catalog.pool,
    url: catalog.url,
    listener,
    version: 'v1',
    dimensions: 3,
    log,
    copy: () => copy,
  })
  onTestFinished(async () => {
    await vectors.close()
    await listener.close()
    await Promise.all([catalog.close(), other.close()])
  })
  const near = async () =>
    (await vectors.search(Float32Array.of(1, 0, 0), 3)).map(({ productKey }) => productKey)
  const refusal = { code: 'search-unavailable', cause: expect.any(DatabaseUnavailable) }
  await expect(near()).rejects.toMatchObject(refusal)
  await expect(vectors.loaded()).rejects.toMatchObject(refusal)
  await expect(vectors.waitUntilIndexed()).rejects.toMatchObject(refusal)
  copy = null
  expect(await near()).toEqual(['dress'])
  copy = { pool: other.pool, url: other.url, guard }
  await expect(near()).rejects.toMatchObject(refusal)
})
