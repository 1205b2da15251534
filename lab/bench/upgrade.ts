import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { buildIfStale } from '#scripts/build-if-stale.mjs'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { FORMER_FOLDER, migrateDatabase } from '#server/core/db/migrate.ts'
import { parseEnv } from '#server/core/env.ts'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { getBenchFolder } from './bench-database.ts'
import { startApp } from './child.ts'
import { printFigures } from './statistics.ts'

/** The last migration before search documents, when every server counted products in memory. */
const LAST_FORMER = '0047'
const PROBE_EVERY_MS = 5
const log = pino({ level: 'warn' }, pino.destination(2))

/** A catalogue as that version had it: each product worn once and sold once, with its facets. */
const readCatalogAddresses = (products: number): readonly string[] => [
  `INSERT INTO catalog.people (name, image, style_type)
    SELECT 'Person ' || n, '/media/people/' || n, 'celebrity' FROM generate_series(1, 1000) n`,
  `INSERT INTO catalog.shops (name, host)
    SELECT 'Shop ' || n, 'shop' || n || '.example.com' FROM generate_series(1, 50) n`,
  `INSERT INTO catalog.looks (id, url, person_id)
    SELECT n, 'https://pictures.example.com/looks/' || n, 1 + n % 1000
    FROM generate_series(1, ${Math.ceil(products / 4)}) n`,
  `INSERT INTO catalog.products (id, product_key, title, brand, category, pictures, worn_count)
    SELECT n, md5(n::text)::uuid, 'Oversized linen shirt ' || n, 'Brand ' || n % 400, 'clothing',
      ARRAY['https://pictures.example.com/' || md5(n::text) || '.jpg'], 1
    FROM generate_series(1, ${products}) n`,
  `INSERT INTO catalog.offers (id, product_id, shop_id, url, price, price_amount, currency, availability)
    SELECT n, n, 1 + n % 50, 'https://shop.example.com/products/' || md5(n::text),
      '€' || n % 400, n % 400, 'EUR', 'in_stock'
    FROM generate_series(1, ${products}) n`,
  `INSERT INTO catalog.worn_items (id, look_id, person_id, product_id, offer_id, is_first,
      is_first_of_person, search)
    SELECT ${products} + n, 1 + (n - 1) / 4, 1 + n % 1000, n, n, true, true,
      to_tsvector('simple', 'oversized linen shirt ' || n)
    FROM generate_series(1, ${products}) n`,
  `INSERT INTO catalog.facets (product_id, vocabulary, kind, brand, place)
    SELECT n, 1, 'shirts', 'Brand ' || n % 400, hashint8(n) & 2147483647
    FROM generate_series(1, ${products}) n`,
  'VACUUM (ANALYZE)',
]

const openFormerDatabase = async (dataDir: string, products: number): Promise<Database> => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-migrations-'))
  try {
    for (const name of await readdir(FORMER_FOLDER))
      if (name.slice(0, LAST_FORMER.length) <= LAST_FORMER)
        await copyFile(join(FORMER_FOLDER, name), join(folder, name))
    const database = await openDatabase(parseEnv({ DATA_DIR: dataDir }), log, 'tool')
    await migrateDatabase(database.maintenance, folder)
    const client = await database.maintenance.connect()
    // Triggers are off: the rows are consistent already.
    await client.query('SET session_replication_role = replica')
    for (const statement of readCatalogAddresses(products)) await client.query(statement)
    client.release(true)
    return database
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Repeats a statement until the signal is aborted, and returns the longest time it took. */
const measureLongest = async (
  { pool }: Database,
  statement: string,
  products: number,
  end: AbortSignal,
) => {
  let longest = 0
  while (!end.aborted) {
    const started = performance.now()
    await pool.query(statement, [1 + Math.floor(Math.random() * products)])
    longest = Math.max(longest, performance.now() - started)
    await delay(PROBE_EVERY_MS)
  }
  return longest
}

/** What an upgrade from before search documents costs: how long others wait, and until it serves. */
export const benchUpgrade = async (products: number) => {
  // Not measured.
  buildIfStale(PROJECT_ROOT)
  const dataDir = getBenchFolder('upgrade')
  await rm(dataDir, { recursive: true, force: true })
  process.stderr.write(`Creating a former catalogue of ${products} products…\n`)
  const database = await openFormerDatabase(dataDir, products)
  const probes = new AbortController()
  const waits = Promise.all([
    measureLongest(
      database,
      'SELECT title FROM catalog.products WHERE id = $1',
      products,
      probes.signal,
    ),
    measureLongest(
      database,
      'UPDATE catalog.offers SET last_checked_at = now() WHERE id = $1',
      products,
      probes.signal,
    ),
  ])
  const started = performance.now()
  const applied = await migrateDatabase(database.maintenance)
  const migratedMs = performance.now() - started
  probes.abort()
  const [readMs, writeMs] = await waits
  await database.close()
  const begun = performance.now()
  const server = await startApp(dataDir)
  const readyMs = performance.now() - begun
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
  printFigures(`Upgrade with ${products} products, in milliseconds`, [
    {
      migrations: applied.length,
      'all of them': migratedMs,
      'longest read': readMs,
      'longest write': writeMs,
      'start until ready': readyMs,
    },
  ])
}
