import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { parseEnv } from '#server/core/env.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createDocuments } from '#server/features/search/index.ts'
import { fillWithDemo } from '#server/demo-fill.ts'
import { readDemoCatalog } from '#demo'
import { createParts } from '#server/parts.ts'
import { giveShippedVectors } from '#server/vision/demo-vectors/demo-vectors.ts'
import { MODEL_DIR } from '#server/vision/model-cards.ts'
import { copyCatalog } from './copied-catalog.ts'
import { syntheticRows } from './synthetic-rows.ts'

type Parts = Awaited<ReturnType<typeof createParts>>

const log = pino({ level: 'warn' }, pino.destination(2))

/** Kept between runs, because filling a million rows takes minutes. */
export const benchFolder = (name: string): string =>
  join(tmpdir(), `wearabouts-bench-${process.getuid?.() ?? 0}`, name)

/** With BENCH_DATABASE_URL, in that database instead. */
export const openBenchDatabase = async (dataDir: string): Promise<Database> => {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const url = process.env['BENCH_DATABASE_URL']
  const env = parseEnv({ DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) })
  const database = await openDatabase(env, log, 'tool')
  await migrate(database.pool)
  return database
}

/** Products beyond this number are copies made in the database, which is faster. */
const MOST_IMPORTED = 50_000

/** A database with `products` synthetic products, or a few more to make the copies equal. */
export const filledDatabase = async (dataDir: string, products: number): Promise<Database> => {
  const database = await openBenchDatabase(dataDir)
  const times = Math.ceil(products / MOST_IMPORTED)
  const importedProducts = Math.ceil(products / times)
  const { rows } = await database.pool.query<{ products: number }>(
    'SELECT count(*)::int AS products FROM catalog.worn_items',
  )
  if (rows[0]?.products !== importedProducts * times) {
    process.stderr.write(`Creating a catalogue of ${importedProducts * times} products…\n`)
    await importRows(database.pool, syntheticRows(importedProducts), { replace: true })
    if (times > 1) await copyCatalog(database.pool, times - 1)
  }
  return database
}

/** A database with the demo's catalogue and shop, as `npm start` fills it. */
export const openDemoDatabase = async (name = 'search-demo'): Promise<Database> => {
  const dataDir = benchFolder(name)
  const database = await openBenchDatabase(dataDir)
  await fillWithDemo({ pool: database.pool, log, modelDir: MODEL_DIR, dataDir })
  // The database is kept between runs, so its products may be described by an earlier vocabulary.
  await createDocuments(database.pool).update()
  return database
}

/** The parts of a server with the demo's catalogue, vectors and models, without a port. */
export const withDemoFinder = async (work: (parts: Parts) => Promise<void>) => {
  const database = await openDemoDatabase()
  const { drawingsVersion } = await readDemoCatalog()
  // The database is kept between runs, so its vectors may be of an earlier model.
  await giveShippedVectors(database.pool, log, MODEL_DIR, drawingsVersion)
  const env = parseEnv({ DATA_DIR: benchFolder('search-demo') })
  const parts = await createParts(
    { env, log, database },
    { clientFiles: { template: null, manifest: {}, read: () => null }, renderScreen: null },
  )
  try {
    await parts.finder.start(parts.listener)
    await work(parts)
  } finally {
    await parts.close()
    await database.close()
  }
}
