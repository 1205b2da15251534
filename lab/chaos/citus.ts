import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { migrateDatabase } from '#server/core/db/migrate.ts'
import { createNotificationListener } from '#server/core/jobs/listener.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createRates } from '#server/features/rates/index.ts'
import {
  createSearch,
  createSearchDatabase,
  type SearchDatabase,
} from '#server/features/search/index.ts'
import { openVectorSearch } from '#server/vision/vectors/open-vector-search.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { generateRows } from '#lab/bench/synthetic-rows.ts'
import type { ProductFilterQuery } from '#shared/contract/product-search.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { createRunFolder, removeDataDir } from '#tests/support/run-folder.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { type Cluster, runStatements, startCluster } from './citus-cluster.ts'
import { compareSpeed } from './citus-speed.ts'
import { startPostgres } from './postgres.ts'
import { startServer } from './servers.ts'
import { waitUntilTrue } from './service.ts'
import type { Result } from './trials.ts'

const PRODUCTS = 3_000
/** Three for each core of the smallest test machine. */
const SHARDS = 6
const READERS = 4
const log = pino({ level: 'silent' })

type Sort = 'relevance' | 'price' | 'price-desc' | 'newest'
type Query = ProductFilterQuery & { sort: Sort }

/** Every kind of query: no filter, one and several, people, prices, words, typos, each order. */
const QUERIES: readonly Query[] = [
  { sort: 'price' },
  { sort: 'newest' },
  { kind: ['dresses'], sort: 'relevance' },
  { kind: ['footwear'], sort: 'price-desc' },
  { colour: ['red'], sort: 'relevance' },
  { brand: ['Norrvik'], sort: 'newest' },
  { price: { min: 50, max: 100, currency: 'EUR' }, sort: 'relevance' },
  { kind: ['dresses'], colour: ['red'], sort: 'relevance' },
  {
    kind: ['boots'],
    brand: ['Ondine'],
    price: { max: 200, currency: 'EUR' },
    sort: 'price',
  },
  { celebrities: 'Almara Person 0', sort: 'price' },
  { q: 'velvet dress', sort: 'relevance' },
  { q: 'oversized navy jacket under 300 €', sort: 'relevance' },
  { q: 'oversied jaket', sort: 'price-desc' },
]

type Search = ReturnType<typeof createSearch>

/** What a visitor gets: the first three pages, the totals and the filters with their counts. */
const runQuery = async ({ productSearch }: Search, query: Query) => {
  const first = await productSearch.products(query)
  const pages = [first]
  for (let page = 1; page < 3 && pages.at(-1)?.next; page += 1)
    pages.push(await productSearch.products({ ...query, after: pages.at(-1)?.next ?? undefined }))
  return { pages, counts: await productSearch.counts(query) }
}

const compareAnswers = async (single: Search, cluster: Search) => {
  let listedCount = 0
  for (const query of QUERIES) {
    const expected = await runQuery(single, query)
    assert.deepEqual(await runQuery(cluster, query), expected, `Differs: ${JSON.stringify(query)}`)
    listedCount += expected.pages.reduce((sum, { products }) => sum + products.length, 0)
  }
  assert.ok(listedCount > QUERIES.length * 12, `Only ${listedCount} products were compared`)
  return QUERIES.length
}

const DIMENSIONS = 16
const VERSION = 'trial'

const insertVectors = ({ pool }: Database) =>
  pool.query(`INSERT INTO model_vectors (model_version, product_key, category, vector)
    SELECT '${VERSION}', product_key::text, CASE WHEN id % 3 = 0 THEN 'bags' ELSE 'clothing' END,
      ARRAY(SELECT sin(id * axis)::real FROM generate_series(1, ${DIMENSIONS}) AS axis)
    FROM catalog.products`)

/** The share of the nearest that the indexes of all shards find; half precision may swap equals. */
const compareVectors = async (database: Database, copy: SearchDatabase) => {
  const listener = await createNotificationListener(database.url, log)
  const vectors = await openVectorSearch({
    pool: database.pool,
    url: database.url,
    listener,
    version: VERSION,
    dimensions: DIMENSIONS,
    log,
    copy: copy.vectors,
  })
  try {
    assert.equal(vectors.kind, 'pgvector')
    await vectors.waitUntilIndexed()
    const { compare: compareAll } = createProductVectorsStore(database.pool)
    let hits = 0
    for (let turn = 1; turn <= 10; turn += 1) {
      const vector = Float32Array.from({ length: DIMENSIONS }, (_, axis) => Math.cos(turn * axis))
      const filter = { category: turn % 2 ? 'bags' : 'clothing' }
      const nearest = await compareAll(VERSION, vector, 20, filter)
      const keys = new Set(nearest.map(({ productKey }) => productKey))
      const matches = await vectors.search(vector, 20, filter)
      hits += matches.filter(({ productKey }) => keys.has(productKey)).length
    }
    assert.ok(hits >= 190, `Only ${hits} of the 200 nearest vectors were found`)
    return hits / 200
  } finally {
    await vectors.close()
    await listener.close()
  }
}

/** Different each time, so that no reply comes from a cache. */
const createProbe = (baseUrl: string, productId: string) => {
  let price = 10_000
  const status = async (path: string) => {
    const reply = await fetch(baseUrl + path)
    const text = await reply.text()
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text }
  }
  return {
    search: () => status(`/api/search/products?sort=price&price=0-${(price += 1)}EUR`),
    /** What must keep working without search. */
    rest: async () => {
      const paths = [`/api/product/${productId}`, '/api/images?celebrities=feed', '/']
      const replies = await Promise.all(paths.map(status))
      return replies.map((reply) => reply.status)
    },
    readiness: async () => JSON.parse((await status('/readyz')).text) as { status: string },
  }
}

/** Searches all the time, directly and without a cache. Returns how to end, and what failed. */
const startReaders = (search: Search) => {
  const ended = new AbortController()
  let requests = 0
  const failures: string[] = []
  const read = async (first: number) => {
    for (let turn = first; !ended.signal.aborted; turn += 1) {
      requests += 1
      await search.productSearch
        .products(QUERIES[turn % QUERIES.length] ?? { sort: 'price' })
        .catch((error: unknown) => failures.push(String(error)))
      await delay(20)
    }
  }
  const reading = Promise.all(Array.from({ length: READERS }, (_, first) => read(first)))
  return {
    end: async () => {
      ended.abort()
      await reading
      return { requests, failures }
    },
  }
}

const rebalanceShards = async ({ coordinator, addWorker }: Cluster) => {
  await addWorker()
  await runStatements(
    coordinator.adminUrl,
    `SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')`,
    'SELECT citus_rebalance_wait()',
  )
  const nodes = await runStatements(
    coordinator.url,
    `SELECT nodeport, count(*)::int AS shards FROM citus_shards
    WHERE table_name = 'search.documents'::regclass GROUP BY 1 ORDER BY 2`,
  )
  const counts = nodes.map(({ shards }) => Number(shards))
  assert.equal(counts.length, 4, `Shards are on ${counts.length} nodes`)
  assert.ok((counts.at(-1) ?? 0) - (counts[0] ?? 0) <= 1, `Shards by node: ${counts.join(', ')}`)
}

const readFirstProduct = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ id: string; title: string }>(
    `SELECT id::text, title FROM catalog.products ORDER BY id LIMIT 1`,
  )
  const [product] = rows
  if (!product) throw new Error('There are no products')
  return product
}

/** Removes a product by a command; when it returns, no search may show it. */
const removeProduct = async (env: Record<string, string>, cluster: Cluster, productId: string) => {
  const { code, stderr } = await runCommand(
    'takedown',
    ['remove', `${env['PUBLIC_URL']}/product/${productId}`, '--reason', 'A trial'],
    env,
  )
  assert.equal(code, 0, stderr)
  const rows = await runStatements(
    cluster.coordinator.url,
    `SELECT product_id FROM search.documents WHERE product_id = ${BigInt(productId)}`,
  )
  assert.equal(rows.length, 0, 'A removed product can still be found')
}

const tryFaults = async (cluster: Cluster, notes: string[]) => {
  const postgres = await startPostgres()
  const dataDir = await createRunFolder()
  const database = connectDatabase(postgres.url, log)
  const copy = createSearchDatabase({
    url: cluster.coordinator.url,
    shards: SHARDS,
    catalog: database,
    log,
  })
  const port = await findFreePort()
  const env = {
    DATABASE_URL: postgres.url,
    SEARCH_DATABASE_URL: cluster.coordinator.url,
    SEARCH_SHARDS: String(SHARDS),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    VISION_WORKERS: '0',
    DATA_DIR: dataDir,
    AUTH_SECRET: 'only for trials, and long enough for one',
  }
  let server: Awaited<ReturnType<typeof startServer>> | null = null
  try {
    await migrateDatabase(database.maintenance)
    await importRows(database.pool, generateRows(PRODUCTS))
    await insertVectors(database)
    await copy.rebuild()
    assert.deepEqual(await copy.verify(), [])
    const rates = createRates(database.pool, undefined).current
    const single = createSearch(database.pool, rates)
    const distributed = createSearch(database.pool, rates, copy.documents)
    notes.push(`${await compareAnswers(single, distributed)} kinds of query the same`)
    notes.push(`recall of vectors ${await compareVectors(database, copy)}`)

    const running = await startServer({ port, dataDir, env })
    server = running
    const product = await readFirstProduct(database)
    const probe = createProbe(running.baseUrl, product.id)
    assert.equal((await probe.search()).status, 200)
    const [worker] = cluster.workers
    if (!worker) throw new Error('There is no worker')
    await worker.kill()
    const refusal = await probe.search()
    assert.equal(refusal.status, 503, `A search without a node: ${refusal.text.slice(0, 200)}`)
    assert.ok(Number(refusal.retryAfter) > 0, 'No Retry-After')
    assert.deepEqual(await probe.rest(), [200, 200, 200])
    await waitUntilTrue(
      'the server says so',
      async () => (await probe.readiness()).status === 'degraded',
    )
    await worker.start()
    const backMs = await waitUntilTrue(
      'it is back',
      async () => (await probe.search()).status === 200,
    )
    assert.deepEqual(await probe.rest(), [200, 200, 200])
    notes.push(
      `without a node: searches 503, the rest 200; back after ${(backMs / 1_000).toFixed(1)} s`,
    )

    const readers = startReaders(distributed)
    await rebalanceShards(cluster)
    await database.pool.query(
      `UPDATE search.documents SET brand = 'Changed' WHERE product_id % 7 = 0`,
    )
    await copy.waitUntilAllApplied()
    const { requests, failures } = await readers.end()
    notes.push(`fourth node and rebalance under ${requests} searches`)
    await compareAnswers(single, distributed)
    await removeProduct(env, cluster, product.id)
    assert.deepEqual(await copy.verify(), [])
    notes.push('a removed product was gone at once')
    return { requests, failures }
  } finally {
    await server?.stop()
    await copy.close()
    await database.close()
    await postgres.close()
    await removeDataDir(dataDir)
  }
}

/** Search documents on a Citus cluster: the same answers, lost nodes, a new one, and its speed. */
export const runCitusTrial = async (documents: number): Promise<Result> => {
  const cluster = await startCluster()
  const notes: string[] = []
  try {
    const { requests, failures } = await tryFaults(cluster, notes)
    notes.push(...new Set(failures), ...(await compareSpeed(cluster, documents)))
    return {
      trial: 'search documents on Citus',
      requests,
      failed: failures.length,
      lost: 0,
      note: notes.join('; '),
    }
  } finally {
    await cluster.close()
  }
}
