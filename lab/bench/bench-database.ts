import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readDemoCatalog } from '#demo'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { migrateDatabase } from '#server/core/db/migrate.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { parseEnv } from '#server/core/env.ts'
import { fillWithDemo } from '#server/demo-fill.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { createParts } from '#server/parts.ts'
import { insertShippedVectors } from '#server/vision/demo-vectors/demo-vectors.ts'
import { MODEL_DIR } from '#server/vision/node-engine.ts'
import { generateRows } from './synthetic-rows.ts'

type Server = Awaited<ReturnType<typeof createParts>>

const log = pino({ level: 'warn' }, pino.destination(2))

/** Kept between runs, because filling a million rows takes minutes. */
export const getBenchFolder = (name: string): string =>
  join(tmpdir(), `wearabouts-bench-${process.getuid?.() ?? 0}`, name)

/** With BENCH_DATABASE_URL, in that database instead. */
export const openBenchDatabase = async (dataDir: string): Promise<Database> => {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const url = process.env['BENCH_DATABASE_URL']
  const env = parseEnv({ DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) })
  const database = await openDatabase(env, log, 'tool')
  await migrateDatabase(database.pool)
  return database
}

/** Products beyond this number are copies made in the database, which is faster. */
const MOST_IMPORTED = 50_000

/** A database with `products` synthetic products, or a few more to make the copies equal. */
export const openFilledDatabase = async (dataDir: string, products: number): Promise<Database> => {
  const database = await openBenchDatabase(dataDir)
  const times = Math.ceil(products / MOST_IMPORTED)
  const importedProducts = Math.ceil(products / times)
  const { rows } = await database.pool.query<{ products: number }>(
    'SELECT count(*)::int AS products FROM catalog.worn_items',
  )
  if (rows[0]?.products !== importedProducts * times) {
    process.stderr.write(`Creating a catalogue of ${importedProducts * times} products…\n`)
    await importRows(database.pool, generateRows(importedProducts), { replace: true })
    if (times > 1) await copyCatalog(database.pool, times - 1)
  }
  return database
}

/** A database with the demo's catalogue and shop, as `npm start` fills it. */
export const openDemoDatabase = async (name = 'search-demo'): Promise<Database> => {
  const dataDir = getBenchFolder(name)
  const database = await openBenchDatabase(dataDir)
  await fillWithDemo({ pool: database.pool, log, modelDir: MODEL_DIR, dataDir })
  // The database is kept between runs, so its products may be described by an earlier vocabulary.
  await createDocumentUpdater(database.pool).update()
  return database
}

/** The parts of a server with the demo's catalogue, vectors and models, without a port. */
export const withDemoFinder = async (work: (server: Server) => Promise<void>) => {
  const database = await openDemoDatabase()
  const { drawingsVersion } = await readDemoCatalog()
  // The database is kept between runs, so its vectors may be of an earlier model.
  await insertShippedVectors(database.pool, log, MODEL_DIR, drawingsVersion)
  const env = parseEnv({ DATA_DIR: getBenchFolder('search-demo') })
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

/** Far above what a sequence reaches, so that the ids of copies never collide. */
const IDS_PER_COPY = 10_000_000

const shiftId = (column: string) => `${column} + copy * ${IDS_PER_COPY}`
const renameCopy = (column: string) => `${column} || '-' || copy`
const rekeyCopy = (column: string) => `md5(${column}::text || copy)::uuid`

/** What differs between a row and its copies; every other column is copied as it is. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'catalog.people': { id: shiftId('id'), name: renameCopy('name') },
  'catalog.looks': { id: shiftId('id'), url: renameCopy('url'), person_id: shiftId('person_id') },
  'catalog.products': { id: shiftId('id'), product_key: rekeyCopy('product_key') },
  'catalog.offers': {
    id: shiftId('id'),
    product_id: shiftId('product_id'),
    url: renameCopy('url'),
  },
  'catalog.worn_items': {
    id: shiftId('id'),
    row_key: rekeyCopy('row_key'),
    look_id: shiftId('look_id'),
    person_id: shiftId('person_id'),
    product_id: shiftId('product_id'),
    offer_id: shiftId('offer_id'),
  },
  'search.documents': {
    product_id: shiftId('product_id'),
    product_key: rekeyCopy('product_key'),
    people: `ARRAY(SELECT ${shiftId('one')} FROM unnest(people) one)`,
    place: `hashtext(${rekeyCopy('product_key')}::text) & 2147483647`,
  },
}

const TERMS = 'search.documents_by_terms'

/**
 * Copies the whole catalogue with its search documents `copies` times, in minutes where an import takes
 * an hour. Triggers and foreign keys are off: the copies are as consistent as what they copy.
 */
export const copyCatalog = async (pool: Database['pool'], copies: number): Promise<void> => {
  await createAtomically(pool)(async (client) => {
    await client.query(`SET LOCAL session_replication_role = replica;
      SET LOCAL maintenance_work_mem = '1GB'`)
    const { rows } = await client.query<{ definition: string }>(
      'SELECT pg_get_indexdef($1::regclass) AS definition',
      [TERMS],
    )
    await client.query(`DROP INDEX ${TERMS}`)
    for (const [table, changes] of Object.entries(TABLES)) {
      const { rows: columns } = await client.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [table],
      )
      const names = columns.map(({ name }) => name)
      await client.query(
        `INSERT INTO ${table} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
        SELECT ${names.map((name) => changes[name] ?? name).join(', ')}
        FROM ${table}, generate_series(1, $1::int) AS copy`,
        [copies],
      )
    }
    await client.query(rows[0]?.definition ?? '')
  })
  await pool.query('VACUUM (ANALYZE)')
}
