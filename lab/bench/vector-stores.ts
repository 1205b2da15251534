import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pino from 'pino'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { migrateDatabase } from '#server/core/db/migrate.ts'
import { createNotificationListener } from '#server/core/jobs/listener.ts'
import { MODEL_DIR, readModelCards } from '#server/vision/node-engine.ts'
import { openMemorySearch } from '#server/vision/vectors/memory-search.ts'
import { openPgvectorSearch } from '#server/vision/vectors/pgvector-search.ts'
import type { VectorSearch } from '#server/vision/vectors/vector-search.ts'
import { getBenchFolder, openBenchDatabase } from './bench-database.ts'
import { computePercentile, printFigures } from './statistics.ts'
import { createProducts, insertVectors } from './synthetic-vectors.ts'

const QUERIES = 100
const NEIGHBORS = 20
const CHUNK = 500
const NOTED_EVERY = 100_000
const MB = 1024 * 1024
const log = pino({ level: 'warn' }, pino.destination(2))

/** Vectors of another length, kept from an earlier run, cannot be used. */
const formatVersion = (dimensions: number) => `bench-${dimensions}`

type Query = { vector: Float32Array; category: string; truth: Set<string> }

const printNote = (text: string) => process.stderr.write(`${text}\n`)

/** Printed at once, so that an interrupted run leaves its figures. */
const reportFigures = <T extends Record<string, number>>(store: string, figures: T): T => {
  for (const [name, value] of Object.entries(figures))
    printNote(`${store}: ${name} ${Math.round(value * 1_000) / 1_000}`)
  return figures
}

/** Building an index over a million vectors takes minutes, so it is kept for the next run. */
const dropIndexes = async (pool: Database['pool']) => {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT indexname AS name FROM pg_indexes WHERE indexname LIKE 'model_vectors_near_%'",
  )
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`)
}

/** Vectors without products; the triggers would copy each into the table of the previous version. */
const insertProducts = async (
  { maintenance: pool }: Database,
  count: number,
  dimensions: number,
) => {
  const version = formatVersion(dimensions)
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM model_vectors WHERE model_version = $1',
    [version],
  )
  if (rows[0]?.count === count) return
  printNote(`Creating ${count} vectors…`)
  await pool.query('TRUNCATE model_vectors, forgotten_vectors')
  await dropIndexes(pool)
  await pool.query('ALTER TABLE model_vectors DISABLE TRIGGER USER')
  try {
    const product = createProducts(dimensions)
    for (let first = 0; first < count; first += CHUNK) {
      const length = Math.min(CHUNK, count - first)
      const rows = Array.from({ length }, (_, index) => product(first + index))
      if (first % NOTED_EVERY === 0) printNote(`${first} vectors`)
      await insertVectors(pool, version, rows)
    }
  } finally {
    await pool.query('ALTER TABLE model_vectors ENABLE TRIGGER USER')
  }
  await pool.query('VACUUM ANALYZE model_vectors')
}

/** The exact neighbours, found by comparing every query with every vector. */
const createQueries = (count: number, dimensions: number): Query[] => {
  const product = createProducts(dimensions)
  const nearest: { key: string; similarity: number }[][] = Array.from({ length: QUERIES }, () => [])
  // The queries follow the products in the sequence, so the products come twice.
  const all = createProducts(dimensions)
  for (let index = 0; index < count; index += 1) product(index)
  const queries = Array.from({ length: QUERIES }, (_, index) => product(count + index * 37))
  for (let number = 0; number < count; number += 1) {
    const { vector, category, productKey } = all(number)
    for (const [index, query] of queries.entries()) {
      if (query.category !== category) continue
      let similarity = 0
      for (let axis = 0; axis < dimensions; axis += 1)
        similarity += (vector[axis] as number) * (query.vector[axis] as number)
      const best = nearest[index] as { key: string; similarity: number }[]
      if (best.length === NEIGHBORS && similarity <= (best.at(-1)?.similarity ?? 0)) continue
      best.push({ key: productKey, similarity })
      best.sort((a, b) => b.similarity - a.similarity)
      best.length = Math.min(best.length, NEIGHBORS)
    }
  }
  return queries.map(({ vector, category }, index) => ({
    vector,
    category,
    truth: new Set(nearest[index]?.map(({ key }) => key)),
  }))
}

const measureSearch = async (search: VectorSearch, queries: readonly Query[]) => {
  for (const { vector, category } of queries.slice(0, 10))
    await search.search(vector, NEIGHBORS, { category })
  const times: number[] = []
  let hits = 0
  for (const { vector, category, truth } of queries) {
    const queryStartMs = performance.now()
    const matches = await search.search(vector, NEIGHBORS, { category })
    times.push(performance.now() - queryStartMs)
    hits += matches.filter(({ productKey }) => truth.has(productKey)).length
  }
  return {
    'p50 ms': computePercentile(times, 0.5),
    'p95 ms': computePercentile(times, 0.95),
    'recall at 20': hits / (queries.length * NEIGHBORS),
  }
}

const searchUntilReady = async (search: VectorSearch, queries: readonly Query[]) => {
  const figures = await measureSearch(search, queries.slice(0, 20))
  return { 'p95 ms before the index': figures['p95 ms'] }
}

const computeSecondsSince = (started: number) => (performance.now() - started) / 1_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** After a garbage collection. */
const readResidentBytes = async () => {
  collectGarbage()
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024
}

const benchMemory = async (database: Database, dimensions: number, queries: readonly Query[]) => {
  const store = 'in process'
  const listener = await createNotificationListener(database.url, log)
  const started = performance.now()
  const search = await openMemorySearch({
    pool: database.pool,
    listener,
    version: formatVersion(dimensions),
    dimensions,
    log,
    mayUseGraph: true,
  })
  try {
    await search.loaded()
    const ready = reportFigures(store, { 'ready s': computeSecondsSince(started) })
    const early = reportFigures(store, await searchUntilReady(search, queries))
    await search.waitUntilIndexed()
    const indexReport = reportFigures(store, { 'index s': computeSecondsSince(started) })
    const figures = reportFigures(store, await measureSearch(search, queries))
    const memory = reportFigures(store, { 'process MB': (await readResidentBytes()) / MB })
    return { store, ...ready, ...indexReport, ...early, ...figures, ...memory, 'database MB': 0 }
  } finally {
    await search.close()
    await listener.close()
  }
}

const benchPgvector = async (database: Database, dimensions: number, queries: readonly Query[]) => {
  const settings = {
    pool: database.pool,
    url: database.url,
    version: formatVersion(dimensions),
    dimensions,
    log,
  }
  const store = 'pgvector'
  await database.pool.query('CREATE EXTENSION IF NOT EXISTS vector')
  const started = performance.now()
  const search = await openPgvectorSearch(settings)
  if (!search) throw new Error('The database of PGVECTOR_URL has no pgvector')
  try {
    const ready = reportFigures(store, { 'ready s': computeSecondsSince(started) })
    const early = reportFigures(store, await searchUntilReady(search, queries))
    await search.waitUntilIndexed()
    const indexReport = reportFigures(store, { 'index s': computeSecondsSince(started) })
    const figures = reportFigures(store, await measureSearch(search, queries))
    const size = await database.pool.query<{ bytes: string }>(
      `SELECT sum(pg_relation_size(indexrelid)) AS bytes FROM pg_stat_user_indexes
      WHERE indexrelname LIKE 'model_vectors_near_%'`,
    )
    const memory = reportFigures(store, {
      'process MB': (await readResidentBytes()) / MB,
      'database MB': Number(size.rows[0]?.bytes ?? 0) / MB,
    })
    return { store, ...ready, ...indexReport, ...early, ...figures, ...memory }
  } finally {
    await search.close()
  }
}

/** Similarity search in one category, in this process and, where PGVECTOR_URL is set, with pgvector. */
export const benchVectorStores = async (count: number) => {
  const { dimensions } = (await readModelCards(MODEL_DIR)).embedder
  const queries = createQueries(count, dimensions)
  const figures: Record<string, string | number>[] = []
  const url = process.env['PGVECTOR_URL']
  if (!url) printNote('Set PGVECTOR_URL to an empty database with pgvector to compare with it.')
  const database = url
    ? connectDatabase(url, log)
    : await openBenchDatabase(getBenchFolder(`vectors-${count}`))
  try {
    await migrateDatabase(database.maintenance)
    await insertProducts(database, count, dimensions)
    if (url) figures.push(await benchPgvector(database, dimensions, queries))
    figures.push(await benchMemory(database, dimensions, queries))
  } finally {
    await database.close()
  }
  printFigures(`${count} vectors`, figures)
}
