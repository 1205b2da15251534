import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import pino from 'pino'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { migrateDatabase } from '#server/core/db/migrate.ts'

/** A PostgreSQL with pgvector, which the embedded one lacks; the role must be a superuser. */
const serverUrl = process.env['PGVECTOR_TEST_URL']

export const hasPgvector = serverUrl !== undefined

/** A database on that server, migrated unless it is to be empty; `close` drops it. */
export const openPgvectorDatabase = async ({ isEmpty = false } = {}): Promise<Database> => {
  if (!serverUrl) throw new Error('PGVECTOR_TEST_URL is not set')
  const name = `vectors_${randomUUID().replaceAll('-', '')}`
  const admin = new Pool({ connectionString: serverUrl })
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const afterClose = async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
  const database = connectDatabase(url.href, pino({ level: 'silent' }), { afterClose })
  if (!isEmpty) await migrateDatabase(database.pool)
  return database
}
