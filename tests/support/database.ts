import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import pino from 'pino'
import { inject, onTestFinished } from 'vitest'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { type Embedded, openEmbeddedDatabase } from '#server/core/db/embedded.ts'
import { migrateDatabase, readMigrations } from '#server/core/db/migrate.ts'

const TEMPLATE = 'wearabouts_template'
const UNFINISHED = 'wearabouts_template_unfinished'
const TEMPLATE_LOCK = 7_341_004

const log = pino({ level: 'silent' })

type TestServer = Pick<Embedded, 'maintenanceUrl' | 'detach'> & {
  urlOf: (database: string) => string
}

const buildTemplate = async (server: TestServer, admin: Client): Promise<void> => {
  // Test files start in parallel: one builds the template, the others wait here.
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE])
  if (rowCount === 0) {
    await admin.query(`DROP DATABASE IF EXISTS ${UNFINISHED}`)
    await admin.query(`CREATE DATABASE ${UNFINISHED}`)
    const unfinished = connectDatabase(server.urlOf(UNFINISHED), log)
    try {
      await migrateDatabase(unfinished.pool)
    } finally {
      await unfinished.close()
    }
    await admin.query(`ALTER DATABASE ${UNFINISHED} RENAME TO ${TEMPLATE}`)
  }
  await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK])
}

const withAdmin = async (server: TestServer, work: (admin: Client) => Promise<unknown>) => {
  const admin = new Client({ connectionString: server.maintenanceUrl })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/**
 * A migrated database for one test file. `close` drops it:
 *
 *     let database: Database
 *     beforeAll(async () => { database = await testDatabase() })
 *     afterAll(() => database.close())
 */
export const testDatabase = (): Promise<Database> => openTestDatabase(TEMPLATE)

/**
 * Deletes all their rows, and with them those that refer to them. TRUNCATE CASCADE
 * replaces the files of every index, which takes a hundred times as long as deleting a few rows.
 */
export const emptyTables = (pool: Pool, ...tables: string[]) =>
  pool.query(tables.map((table) => `DELETE FROM ${table}`).join(';'))

/** Without migrations: for a test that restores a dump. */
export const emptyDatabase = (): Promise<Database> => openTestDatabase('template0')

/** As the migrations before this one leave it, until the end of the test. */
export const databaseBefore = async (migration: string): Promise<Pool> => {
  const database = await emptyDatabase()
  onTestFinished(() => database.close())
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const { name, sql } of await readMigrations())
    if (name < migration) await writeFile(join(folder, name), sql)
  await migrateDatabase(database.maintenance, folder)
  return database.maintenance
}

/** Another PostgreSQL, whose role must be a superuser, instead of the embedded one. */
const serverUrl = process.env['TEST_POSTGRES_URL']

const openServer = async (): Promise<TestServer> => {
  if (serverUrl) {
    const at = (name: string) => new URL(`/${name}`, serverUrl).href
    return { urlOf: at, maintenanceUrl: at('postgres'), detach: async () => undefined }
  }
  const embedded = await openEmbeddedDatabase({
    dataDir: inject('databaseDir'),
    log,
    role: 'tool',
    durable: false,
  })
  return {
    urlOf: (name) => embedded.url.replace(/\/\/\/[^?]*/, `///${name}`),
    maintenanceUrl: embedded.maintenanceUrl,
    detach: embedded.detach,
  }
}

const openTestDatabase = async (template: string): Promise<Database> => {
  const server = await openServer()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withAdmin(server, async (admin) => {
    await buildTemplate(server, admin)
    // The default would log every page, at twice the processor time.
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  const drop = async () => {
    await withAdmin(server, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))
    await server.detach()
  }
  return connectDatabase(server.urlOf(name), log, { afterClose: drop })
}
