import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { parseEnv } from '#server/env.ts'
import { importRows } from '#server/features/catalog/index.ts'
import { fillWithDemo } from '#server/demo-fill.ts'
import { MODEL_DIR } from '#server/vision/model-cards.ts'
import { syntheticRows } from './synthetic-rows.ts'

/** Kept between runs, because filling a million rows takes minutes. */
export const benchFolder = (name: string): string =>
  join(tmpdir(), `wearabouts-bench-${process.getuid?.() ?? 0}`, name)

export const openBenchDatabase = async (dataDir: string): Promise<Database> => {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const env = parseEnv({ DATA_DIR: dataDir })
  const database = await openDatabase(env, pino({ level: 'warn' }, pino.destination(2)), 'tool')
  await migrate(database.pool)
  return database
}

/** A database with exactly `products` synthetic products. */
export const filledDatabase = async (dataDir: string, products: number): Promise<Database> => {
  const database = await openBenchDatabase(dataDir)
  const { rows } = await database.pool.query<{ products: number }>(
    'SELECT count(*)::int AS products FROM catalog.worn_items',
  )
  if (rows[0]?.products !== products) {
    process.stderr.write(`Creating a catalogue of ${products} products…\n`)
    await importRows(database.pool, syntheticRows(products), { replace: true })
  }
  return database
}

/** A database with the demo's catalogue and shop, as `npm start` fills it. */
export const openDemoDatabase = async (): Promise<Database> => {
  const dataDir = benchFolder('search-demo')
  const database = await openBenchDatabase(dataDir)
  const log = pino({ level: 'warn' }, pino.destination(2))
  await fillWithDemo({ pool: database.pool, log, modelDir: MODEL_DIR, dataDir })
  return database
}
