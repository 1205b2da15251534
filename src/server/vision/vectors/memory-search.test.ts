import type { Worker } from 'node:worker_threads'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createListener, type Listener } from '#server/jobs/listener.ts'
import type * as threads from '#server/threads/open-thread.ts'
import { testDatabase } from '#tests/support/database.ts'
import { openMemorySearch } from './memory-search.ts'
import { createProductVectorsStore } from './product-vectors.store.ts'
import type { VectorSearch } from './vector-search.ts'

const opened: Worker[] = []
vi.mock('#server/threads/open-thread.ts', async (original) => {
  const { openThread } = await original<typeof threads>()
  return {
    openThread: (...given: Parameters<typeof openThread>) => {
      const worker = openThread(...given)
      opened.push(worker)
      return worker
    },
  }
})

const log = pino({ level: 'silent' })
const version = 'v1'
const north = Float32Array.of(1, 0)
const row = (productKey: string, vector: Float32Array) => ({
  productKey,
  vector,
  category: 'bags',
  price: null,
  ownerUid: null,
})

let database: Database
let listener: Listener
let search: VectorSearch
const nearest = async () => (await search.search(north, 1))[0]?.productKey

beforeAll(async () => {
  database = await testDatabase()
  listener = await createListener(database.url, log)
  await createProductVectorsStore(database.pool).write(version, [row('far', Float32Array.of(0, 1))])
  const settings = { pool: database.pool, listener, version, dimensions: 2, log }
  search = await openMemorySearch({ ...settings, mayUseGraph: false })
})
afterAll(async () => {
  await search.close()
  await listener.close()
  await database.close()
})

it('replaces a dead thread and restores its vectors, including later changes', async () => {
  expect(await nearest()).toBe('far')
  await opened.at(-1)?.terminate()
  await createProductVectorsStore(database.pool).write(version, [row('near', north.slice())])
  await vi.waitFor(async () => expect(await nearest()).toBe('near'), 5_000)
  expect(opened).toHaveLength(2)
})

it('answers a search that was running when the thread died', async () => {
  const asked = nearest()
  void opened.at(-1)?.terminate()
  expect(await asked).toBe('near')
})
