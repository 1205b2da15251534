import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import { createNotificationListener, type Listener } from '#server/core/jobs/listener.ts'
import type * as threads from '#server/core/concurrency/threads.ts'
import { testDatabase } from '#tests/support/database.ts'
import { openMemorySearch } from './memory-search.ts'
import { createProductVectorsStore } from './product-vectors.store.ts'
import type { VectorSearch } from './vector-search.ts'

const opened: Worker[] = []
vi.mock('#server/core/concurrency/threads.ts', async (original) => {
  const { openThread, ...others } = await original<typeof threads>()
  return {
    ...others,
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
const row = (productKey: string, vector = Float32Array.of(0, 1)) => ({
  productKey,
  vector,
  category: 'bags',
  ownerUid: null,
})

let database: Database
let listener: Listener
let store: ReturnType<typeof createProductVectorsStore>
let vectorsRead = 0
/** A test may hold back the reading of all vectors. */
let mayReadAll: Promise<void> = Promise.resolve()

/** The pool, with every vector counted that it hands out. */
const counted: Connection = {
  query: async (query, values = []) => {
    const asked = typeof query === 'string' ? { text: query, values } : query
    const { text } = asked
    const readsVectors = text.includes('array_send(vector)')
    if (text.includes('product_key > $2')) await mayReadAll
    const result = await database.pool.query(asked)
    if (readsVectors) vectorsRead += result.rows.length
    return result
  },
}

const open = (maxRows?: number) =>
  openMemorySearch({
    pool: counted,
    listener,
    version,
    dimensions: 2,
    log,
    mayUseGraph: false,
    ...(maxRows === undefined ? {} : { maxRows }),
  })

const clear = () => database.pool.query('TRUNCATE model_vectors, forgotten_vectors')

const putMany = (count: number) =>
  database.pool.query(
    `INSERT INTO model_vectors (model_version, product_key, vector, category)
    SELECT $1, 'many' || place, '{0,1}', 'bags' FROM generate_series(1, $2) place`,
    [version, count],
  )

beforeAll(async () => {
  database = await testDatabase()
  store = createProductVectorsStore(database.pool)
})
afterAll(() => database.close())
beforeEach(async () => {
  listener = await createNotificationListener(database.url, log)
  return () => listener.close()
})

const withSearch = async (work: (search: VectorSearch) => Promise<void>) => {
  const search = await open()
  try {
    await work(search)
  } finally {
    await search.close()
  }
}
const nearest = async (search: VectorSearch) => (await search.search(north, 1))[0]?.productKey

describe('the thread that holds the vectors', () => {
  it('is replaced and filled again when it dies', async () => {
    await clear()
    await store.write(version, [row('far')])
    await withSearch(async (search) => {
      await search.loaded()
      expect(await nearest(search)).toBe('far')
      await opened.at(-1)?.terminate()
      await store.write(version, [row('near', north.slice())])
      await vi.waitFor(async () => expect(await nearest(search)).toBe('near'), 5_000)
      const threadsBefore = opened.length
      void opened.at(-1)?.terminate()
      await vi.waitFor(() => expect(opened.length).toBe(threadsBefore + 1), 5_000)
      await vi.waitFor(async () => expect(await nearest(search)).toBe('near'), 5_000)
    })
  })
})

/** Ends the listening connection, and keeps new ones out while `work` runs. */
const whileNotListening = async (work: () => Promise<void>) => {
  const { rows } = await database.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  )
  expect(rows).toHaveLength(1)
  await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await work()
}

describe('losing the listening connection', () => {
  it('re-reads only what changed meanwhile, not every vector', async () => {
    await clear()
    await putMany(3_000)
    vectorsRead = 0
    await withSearch(async (search) => {
      await vi.waitFor(() => expect(vectorsRead).toBe(3_000), 5_000)
      vectorsRead = 0
      await whileNotListening(async () => {
        await store.write(version, [row('new', north.slice()), row('many1')])
        await store.remove(['many2'])
      })
      await vi.waitFor(() => expect(vectorsRead).toBe(2), 5_000)
      expect(await nearest(search)).toBe('new')
      // The connection may be back before the removal, which is then read by itself.
      await vi.waitFor(async () => {
        const all = await search.search(north, 5_000)
        expect(all.map(({ productKey }) => productKey)).not.toContain('many2')
        expect(all).toHaveLength(3_000)
      }, 5_000)
    })
  })

  it('reads a large change without reading what did not change', async () => {
    await clear()
    await putMany(5_000)
    vectorsRead = 0
    await withSearch(async (search) => {
      await vi.waitFor(() => expect(vectorsRead).toBe(5_000), 5_000)
      vectorsRead = 0
      await database.pool.query(
        "UPDATE model_vectors SET vector = '{1,0}' WHERE product_key LIKE 'many1%'",
      )
      await vi.waitFor(() => expect(vectorsRead).toBe(1_111), 5_000)
      expect(await nearest(search)).toMatch(/^many1/)
    })
  })

  it('does not miss a change whose transaction began earlier but ended later', async () => {
    await clear()
    await store.write(version, [row('far')])
    await withSearch(async (search) => {
      await vi.waitFor(async () => expect(await nearest(search)).toBe('far'), 5_000)
      const slow = new Client({ connectionString: database.url })
      await slow.connect()
      await slow.query('BEGIN')
      await createProductVectorsStore(slow).write(version, [row('slow', north.slice())])
      await store.write(version, [row('quick', Float32Array.of(0.5, 0.5))])
      await vi.waitFor(async () => expect(await nearest(search)).toBe('quick'), 5_000)
      await slow.query('COMMIT')
      await slow.end()
      await vi.waitFor(async () => expect(await nearest(search)).toBe('slow'), 5_000)
    })
  })
})

describe('right after start', () => {
  const whileReading = async (work: (search: VectorSearch) => Promise<void>) => {
    let release: () => void = () => undefined
    mayReadAll = new Promise((resolve) => {
      release = resolve
    })
    const search = await open()
    try {
      await work(search)
    } finally {
      release()
      await search.close()
    }
  }

  it('searches are asked to come back', async () => {
    await clear()
    await store.write(version, [row('far')])
    await whileReading(async (search) => {
      await expect(nearest(search)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
    })
  })
})

describe('saved vectors', () => {
  const folder = join(tmpdir(), `wearabouts-vectors-${process.pid}`)
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const openSaved = (mayUseGraph = true) =>
    openMemorySearch({ pool: counted, listener, version, dimensions: 2, log, mayUseGraph, folder })

  it('are read from disk at the next start; only what has changed comes from the database', async () => {
    await clear()
    // Enough for a graph, which is mapped.
    await putMany(9_000)
    const first = await openSaved()
    await first.loaded()
    await first.waitUntilIndexed()
    await first.close()
    await store.write(version, [row('new', north.slice()), row('many1', Float32Array.of(-1, 0))])
    await store.remove(['many2'])
    vectorsRead = 0
    const second = await openSaved()
    try {
      await second.loaded()
      expect(vectorsRead).toBe(2)
      expect(await nearest(second)).toBe('new')
      const all = (await second.search(north, 9_001)).map(({ productKey }) => productKey)
      expect(all).toHaveLength(9_000)
      expect(all).not.toContain('many2')
      expect(all.at(-1)).toBe('many1')
    } finally {
      await second.close()
    }
  }, 60_000)

  it('that cannot be read are read from the database again', async () => {
    await writeFile(join(folder, '0.vectors'), 'broken')
    vectorsRead = 0
    const search = await openSaved()
    await search.loaded()
    expect(vectorsRead).toBe(9_000)
    expect(await nearest(search)).toBe('new')
    await search.close()
  }, 60_000)
})

describe('more vectors than this process may hold', () => {
  it('are refused in words, in the log and to who searches', async () => {
    await clear()
    await putMany(30)
    const complaints: unknown[] = []
    const complain = vi.spyOn(log, 'error').mockImplementation((_: unknown, text?: string) => {
      complaints.push(text)
    })
    const search = await open(20)
    try {
      await vi.waitFor(
        () => expect(complaints).toEqual([expect.stringContaining('Install pgvector')]),
        5_000,
      )
      await expect(search.search(north, 40)).rejects.toMatchObject({
        status: 503,
        message: expect.stringContaining('pgvector'),
      })
    } finally {
      complain.mockRestore()
      await search.close()
    }
  })
})
